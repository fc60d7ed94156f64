package com.reactive.platform.gateway.rpc.grpc;

import com.reactive.platform.gateway.rpc.EnvelopeReader;
import com.reactive.platform.gateway.rpc.EnvelopedCall;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcStatus;

/**
 * A call of gRPC. A status without a message before it is the only frame of the response, unless
 * the handler has headers.
 */
final class GrpcCall extends EnvelopedCall {
  /** What clients may compress with. */
  private static final String ENCODINGS = "identity,gzip";

  private final String contentType;
  private final byte[] prefix = new byte[EnvelopeReader.HEADER_BYTES];

  GrpcCall(HttpCall http, RpcCodec codec, boolean gzip, String contentType) {
    super(http, codec, gzip);
    this.contentType = contentType;
  }

  /**
   * Opens the handler.
   *
   * @param timeout as the header has it; null for none
   */
  void begin(String timeout) {
    long nanos = timeout == null ? -1 : GrpcTimeout.nanos(timeout);
    if (timeout != null && nanos < 0) {
      close(RpcStatus.of(RpcCode.INVALID_ARGUMENT, "grpc-timeout is malformed"), RpcMetadata.NONE);
    } else {
      start(nanos);
    }
  }

  @Override
  protected void writeHead(RpcMetadata added) {
    http.respond(200, head().addAll(added));
  }

  private RpcMetadata head() {
    return new RpcMetadata()
        .add("content-type", contentType)
        .add("grpc-accept-encoding", ENCODINGS);
  }

  @Override
  protected void writeMessage(byte[] message, int offset, int length) {
    prefix[1] = (byte) (length >>> 24);
    prefix[2] = (byte) (length >>> 16);
    prefix[3] = (byte) (length >>> 8);
    prefix[4] = (byte) length;
    http.write(prefix, 0, prefix.length);
    http.write(message, offset, length);
  }

  @Override
  protected void writeEnd(RpcStatus status, RpcMetadata headers, RpcMetadata trailers) {
    if (headers != null && headers.isEmpty()) {
      http.respond(200, GrpcTrailers.add(head(), status).addAll(trailers));
      http.end();
      return;
    }
    if (headers != null) {
      writeHead(headers);
    }
    http.end(GrpcTrailers.add(new RpcMetadata(), status).addAll(trailers));
  }
}
