package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * Tells whether learning outlives the process.
 *
 * @param persistent whether the last write reached the file
 * @param text in words: where to, or why not and what happens next
 */
public record StoreStatus(boolean persistent, String text) {}
