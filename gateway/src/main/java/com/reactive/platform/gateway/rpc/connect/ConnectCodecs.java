package com.reactive.platform.gateway.rpc.connect;

import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import java.util.Locale;

/** How Connect names codecs, in content types and in queries. */
final class ConnectCodecs {
  /** The content type of a unary call, but for the codec. */
  static final String UNARY = "application/";

  /** The content type of a streaming call, but for the codec. */
  static final String STREAM = "application/connect+";

  private static final String UNARY_PROTO = UNARY + "proto";
  private static final RpcMetadata PROTO_HEAD = unaryHead(UNARY_PROTO);
  private static final RpcMetadata JSON_HEAD = unaryHead(UNARY + "json");

  private ConnectCodecs() {}

  static String name(RpcCodec codec) {
    return codec == RpcCodec.JSON ? "json" : "proto";
  }

  /** What the heads of all unary responses have. */
  static RpcMetadata unaryHead(RpcCodec codec) {
    return codec == RpcCodec.JSON ? JSON_HEAD : PROTO_HEAD;
  }

  private static RpcMetadata unaryHead(String contentType) {
    return new RpcMetadata()
        .add("content-type", contentType)
        .add("accept-encoding", "gzip")
        .constant();
  }

  /** The codec of this name; null if there is none. */
  static RpcCodec of(String name) {
    return switch (name) {
      case "proto" -> RpcCodec.PROTO;
      case "json" -> RpcCodec.JSON;
      default -> null;
    };
  }

  /**
   * The codec of a content type.
   *
   * @param prefix {@link #UNARY} or {@link #STREAM}
   * @return null if it has none, or another prefix
   */
  static RpcCodec of(String contentType, String prefix) {
    if (contentType == null) {
      return null;
    }
    if (prefix.equals(UNARY) && contentType.equals(UNARY_PROTO)) {
      return RpcCodec.PROTO; // as most clients write it
    }
    int end = contentType.indexOf(';');
    String type = contentType.substring(0, end < 0 ? contentType.length() : end);
    type = type.strip().toLowerCase(Locale.ROOT);
    return type.startsWith(prefix) ? of(type.substring(prefix.length())) : null;
  }
}
