package com.reactive.platform.gateway.rpc.grpc;

import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcStatus;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The status of a call as trailers; gRPC-Web has the same. */
public final class GrpcTrailers {
  private static final Base64.Encoder BASE64 = Base64.getEncoder().withoutPadding();
  private static final String HEX = "0123456789ABCDEF";

  private GrpcTrailers() {}

  /** Adds {@code grpc-status}, {@code grpc-message} and {@code grpc-status-details-bin}. */
  public static RpcMetadata add(RpcMetadata target, RpcStatus status) {
    target.add("grpc-status", Integer.toString(status.code().number()));
    if (!status.message().isEmpty()) {
      target.add("grpc-message", escape(status.message()));
    }
    if (!status.details().isEmpty()) {
      target.add("grpc-status-details-bin", BASE64.encodeToString(status.toProtobuf()));
    }
    return target;
  }

  /** Percent-encodes what is neither visible ASCII nor a blank, and the percent sign. */
  static String escape(String message) {
    StringBuilder escaped = new StringBuilder(message.length());
    for (byte b : message.getBytes(StandardCharsets.UTF_8)) {
      if (b >= ' ' && b < 0x7F && b != '%') {
        escaped.append((char) b);
      } else {
        escaped.append('%').append(HEX.charAt((b >> 4) & 0xF)).append(HEX.charAt(b & 0xF));
      }
    }
    return escaped.toString();
  }
}
