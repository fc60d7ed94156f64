package com.reactive.platform.gateway.idempotency.log;

import com.reactive.platform.gateway.idempotency.KeyWindow;

/**
 * A stream that remembers keys.
 *
 * @param window of its own
 * @param waits false if it takes keys before the window is filled
 */
public record RememberingStream(
    String name, String topic, long windowMillis, KeyWindow window, boolean waits) {}
