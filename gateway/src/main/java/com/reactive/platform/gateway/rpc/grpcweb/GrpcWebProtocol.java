package com.reactive.platform.gateway.rpc.grpcweb;

import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcProtocol;
import com.reactive.platform.gateway.rpc.RpcStatus;
import com.reactive.platform.gateway.rpc.grpc.GrpcTimeout;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import java.util.Locale;

/**
 * <a href="https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md">gRPC-Web</a>, for
 * browsers: gRPC whose trailers are a last envelope, over any version of HTTP; on demand all of it
 * in base64. Immutable.
 */
public final class GrpcWebProtocol implements RpcProtocol {
  static final String BINARY = "application/grpc-web";
  static final String TEXT = "application/grpc-web-text";

  @Override
  public ClientProtocol id() {
    return ClientProtocol.GRPC_WEB;
  }

  @Override
  public boolean speaks(RpcMethod method, String httpMethod, String contentType) {
    String type = type(contentType);
    return httpMethod.equals("POST") && (isOf(type, TEXT) || isOf(type, BINARY));
  }

  @Override
  public HttpCall.Receiver open(HttpCall http) {
    String type = type(http.headers().get("content-type"));
    boolean text = isOf(type, TEXT);
    RpcCodec codec = codec(type.substring((text ? TEXT : BINARY).length()));
    String encoding = http.headers().get("grpc-encoding");
    String timeout = http.headers().get("grpc-timeout");
    long timeoutNanos = timeout == null ? -1 : GrpcTimeout.nanos(timeout);
    GrpcWebCall call =
        new GrpcWebCall(
            http, codec == null ? RpcCodec.PROTO : codec, type, text, "gzip".equals(encoding));
    return call.open(fault(codec, encoding, timeout != null && timeoutNanos < 0), timeoutNanos);
  }

  /** In lower case, without parameters. */
  private static String type(String contentType) {
    if (contentType == null) {
      return "";
    }
    int end = contentType.indexOf(';');
    return contentType
        .substring(0, end < 0 ? contentType.length() : end)
        .strip()
        .toLowerCase(Locale.ROOT);
  }

  private static boolean isOf(String type, String base) {
    return type.startsWith(base)
        && (type.length() == base.length() || type.charAt(base.length()) == '+');
  }

  private static RpcCodec codec(String suffix) {
    return switch (suffix) {
      case "", "+proto" -> RpcCodec.PROTO;
      case "+json" -> RpcCodec.JSON;
      default -> null;
    };
  }

  /** Why the call cannot be, by what stands in front of its messages; null if it can. */
  private static RpcStatus fault(RpcCodec codec, String encoding, boolean wrongTimeout) {
    if (codec == null) {
      return RpcStatus.of(RpcCode.UNIMPLEMENTED, "messages are proto or json");
    }
    if (wrongTimeout) {
      return RpcStatus.of(RpcCode.INVALID_ARGUMENT, "grpc-timeout is malformed");
    }
    return encoding == null || encoding.equals("identity") || encoding.equals("gzip")
        ? null
        : RpcStatus.of(RpcCode.UNIMPLEMENTED, "the compression is neither gzip nor identity");
  }
}
