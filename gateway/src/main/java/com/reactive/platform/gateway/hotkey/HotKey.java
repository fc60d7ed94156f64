package com.reactive.platform.gateway.hotkey;

/**
 * A record key that many events of a stream have.
 *
 * @param key UTF-8 as text, of a long key its first 64 bytes
 * @param events at least so many had it in the interval
 */
public record HotKey(String key, long events) {}
