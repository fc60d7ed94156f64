package com.reactive.platform.gateway.event;

/**
 * What the client sent: the body's fields, checked.
 *
 * @param customerId never null; empty if the client named none
 * @param sessionId never empty
 */
public record CounterRequest(
    String customerId, String sessionId, CounterAction action, int value) {}
