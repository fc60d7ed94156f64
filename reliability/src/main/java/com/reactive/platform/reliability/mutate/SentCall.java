package com.reactive.platform.reliability.mutate;

/**
 * A call whose head and frames are as they should be, whatever its body is.
 *
 * @param stream of HTTP/2
 * @param streams the method takes a stream of events, not one
 * @param gzip the head says that messages are compressed, or may be
 * @param body as it is sent, that of gRPC-Web's text in base64
 */
record SentCall(
    int stream,
    CallProtocol form,
    boolean streams,
    boolean protobuf,
    boolean gzip,
    String contentType,
    byte[] body) {}
