package com.reactive.platform.gateway.rpc.connect;

import com.reactive.platform.gateway.rpc.RpcCodec;
import java.util.Locale;

/** How Connect names codecs, in content types and in queries. */
final class ConnectCodecs {
  /** The content type of a unary call, but for the codec. */
  static final String UNARY = "application/";

  /** The content type of a streaming call, but for the codec. */
  static final String STREAM = "application/connect+";

  private static final String UNARY_PROTO = UNARY + "proto";
  private static final String UNARY_JSON = UNARY + "json";

  private ConnectCodecs() {}

  static String name(RpcCodec codec) {
    return codec == RpcCodec.JSON ? "json" : "proto";
  }

  /** The content type of a unary response. */
  static String unaryType(RpcCodec codec) {
    return codec == RpcCodec.JSON ? UNARY_JSON : UNARY_PROTO;
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
