package com.reactive.platform.gateway.ingest;

/**
 * The body of a request that is refused; may be used again when the call returns that it is passed
 * to.
 *
 * @param contentType its media type
 * @param bytes as they came, but decompressed, from the offset on
 */
public record RefusedBody(String contentType, byte[] bytes, int offset, int length) {}
