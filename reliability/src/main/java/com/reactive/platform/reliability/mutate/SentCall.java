package com.reactive.platform.reliability.mutate;

/**
 * A call whose head and frames are as they should be, whatever its body is.
 *
 * @param stream of HTTP/2
 * @param streams the method takes a stream of events, not one
 * @param gzip the head says that messages are compressed, or may be
 * @param deadline the header that says how long the client waits; null for none
 * @param body as it is sent, that of gRPC-Web's text in base64
 */
record SentCall(
    int stream,
    CallProtocol form,
    boolean streams,
    boolean protobuf,
    boolean gzip,
    String contentType,
    String deadline,
    byte[] body) {
  /** How long the client waits. */
  CallDeadline waits() {
    return CallDeadline.of(form, deadline);
  }
}
