package com.reactive.platform.gateway.rpc.connect;

import com.reactive.platform.gateway.rpc.RpcCodec;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * The query of a call by GET.
 *
 * @param codec null if it names none that is known
 * @param message null if it has none that can be read
 * @param compression of the message; null for none
 * @param version of the protocol; null if it says none
 */
record ConnectQuery(RpcCodec codec, byte[] message, String compression, String version) {

  /**
   * Reads a query.
   *
   * @param query as sent; may be null
   */
  static ConnectQuery of(String query) {
    Map<String, String> values = new HashMap<>();
    for (String pair : query == null ? new String[0] : query.split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        values.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    String version = values.get("connect");
    return new ConnectQuery(
        ConnectCodecs.of(values.getOrDefault("encoding", "")),
        message(values.get("message"), "1".equals(values.get("base64"))),
        values.get("compression"),
        version != null && version.startsWith("v") ? version.substring(1) : version);
  }

  private static byte[] message(String value, boolean base64) {
    if (value == null) {
      return null;
    }
    try {
      // Of ISO 8859-1 each byte is a character.
      byte[] bytes =
          URLDecoder.decode(value, StandardCharsets.ISO_8859_1)
              .getBytes(StandardCharsets.ISO_8859_1);
      return base64 ? Base64.getUrlDecoder().decode(bytes) : bytes;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
