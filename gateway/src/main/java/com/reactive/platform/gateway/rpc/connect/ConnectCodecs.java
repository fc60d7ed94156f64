package com.reactive.platform.gateway.rpc.connect;

import com.reactive.platform.gateway.rpc.RpcCodec;
import java.util.Locale;

/** How Connect names codecs, in content types and in queries. */
final class ConnectCodecs {
  /** The content type of a unary call, but for the codec. */
  static final String UNARY = "application/";

  /** The content type of a streaming call, but for the codec. */
  static final String STREAM = "application/connect+";

  private ConnectCodecs() {}

  static String name(RpcCodec codec) {
    return codec == RpcCodec.JSON ? "json" : "proto";
  }

  /** The content type of a unary response. */
  static String unaryType(RpcCodec codec) {
    return codec == RpcCodec.JSON ? "application/json" : "application/proto";
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
    int end = contentType.indexOf(';');
    String type = contentType.substring(0, end < 0 ? contentType.length() : end);
    type = type.strip().toLowerCase(Locale.ROOT);
    return type.startsWith(prefix) ? of(type.substring(prefix.length())) : null;
  }
}
