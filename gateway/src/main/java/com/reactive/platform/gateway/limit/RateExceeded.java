package com.reactive.platform.gateway.limit;

/**
 * Someone has used up a rate.
 *
 * @param waitNanos after which there is something left; more than 0
 */
public record RateExceeded(RatePolicy policy, long waitNanos) {}
