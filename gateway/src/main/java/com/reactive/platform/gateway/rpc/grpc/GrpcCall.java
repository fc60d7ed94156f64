package com.reactive.platform.gateway.rpc.grpc;

import com.reactive.platform.gateway.rpc.EnvelopeReader;
import com.reactive.platform.gateway.rpc.EnvelopedCall;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcStatus;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A call of gRPC. A status without a message before it is the only frame of the response, unless
 * the handler has headers.
 */
final class GrpcCall extends EnvelopedCall {
  /** What clients may compress with. */
  private static final String ENCODINGS = "identity,gzip";

  /** What the heads of most responses are, by content type. */
  private static final Map<String, RpcMetadata> HEADS =
      Stream.of("application/grpc", "application/grpc+proto", "application/grpc+json")
          .collect(
              Collectors.toUnmodifiableMap(Function.identity(), type -> head(type).constant()));

  private static final RpcMetadata OK =
      GrpcTrailers.add(new RpcMetadata(), RpcStatus.OK).constant();

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
    RpcMetadata usual = added.isEmpty() ? HEADS.get(contentType) : null;
    http.respond(200, usual != null ? usual : head(contentType).addAll(added));
  }

  private static RpcMetadata head(String contentType) {
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
      http.respond(200, GrpcTrailers.add(head(contentType), status).addAll(trailers));
      http.end();
      return;
    }
    if (headers != null) {
      writeHead(headers);
    }
    boolean usual = status.equals(RpcStatus.OK) && trailers.isEmpty();
    http.end(usual ? OK : GrpcTrailers.add(new RpcMetadata(), status).addAll(trailers));
  }
}
