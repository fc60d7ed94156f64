package com.reactive.platform.gateway.rpc.grpcweb;

import com.reactive.platform.gateway.rpc.EnvelopeReader;
import com.reactive.platform.gateway.rpc.EnvelopedCall;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcStatus;
import com.reactive.platform.gateway.rpc.grpc.GrpcTrailers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A call of gRPC-Web: status 200, envelopes, and a last one that has the trailers as lines. */
final class GrpcWebCall extends EnvelopedCall {
  private static final int MESSAGE = 0;
  private static final int TRAILERS = 0x80;

  private final String contentType;
  private final boolean text;

  /**
   * @param contentType of both directions
   * @param text envelopes go out in base64, each on its own
   */
  GrpcWebCall(HttpCall http, RpcCodec codec, String contentType, boolean text, boolean gzip) {
    super(http, codec, gzip);
    this.contentType = contentType;
    this.text = text;
  }

  /**
   * Opens the handler, unless there is a fault.
   *
   * @return takes the body
   */
  HttpCall.Receiver open(RpcStatus fault, long timeoutNanos) {
    if (fault == null) {
      start(timeoutNanos);
    } else {
      close(fault, RpcMetadata.NONE);
    }
    return text ? new Base64Receiver(http, this) : this;
  }

  @Override
  protected void writeHead(RpcMetadata added) {
    http.respond(
        200,
        new RpcMetadata()
            .add("content-type", contentType)
            .add("grpc-accept-encoding", "gzip")
            .addAll(added));
  }

  @Override
  protected void writeMessage(byte[] message, int offset, int length) {
    writeEnvelope(MESSAGE, message, offset, length);
  }

  @Override
  protected void writeEnd(RpcStatus status, RpcMetadata headers, RpcMetadata trailers) {
    if (headers != null) {
      writeHead(headers);
    }
    StringBuilder lines = new StringBuilder();
    GrpcTrailers.add(new RpcMetadata(), status)
        .addAll(trailers)
        .forEach((name, value) -> lines.append(name).append(": ").append(value).append("\r\n"));
    byte[] end = lines.toString().getBytes(StandardCharsets.ISO_8859_1);
    writeEnvelope(TRAILERS, end, 0, end.length);
    http.end();
  }

  private void writeEnvelope(int flags, byte[] message, int offset, int length) {
    byte[] envelope =
        ByteBuffer.allocate(EnvelopeReader.HEADER_BYTES + length)
            .put((byte) flags)
            .putInt(length)
            .put(message, offset, length)
            .array();
    byte[] bytes = text ? Base64.getEncoder().encode(envelope) : envelope;
    http.write(bytes, 0, bytes.length);
  }
}
