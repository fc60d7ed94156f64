package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.rpc.RpcHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The headers of a request, as calls see them. */
record CallHeaders(HttpHeaders headers) implements RpcHeaders {
  /**
   * The names that calls look up most. Netty hashes a String at each look-up, and an AsciiString
   * once.
   */
  private static final Map<String, AsciiString> NAMES =
      Stream.of(
              "connect-protocol-version",
              "connect-timeout-ms",
              "content-encoding",
              "content-type",
              "grpc-encoding",
              "grpc-timeout",
              "idempotency-key",
              "traceparent")
          .collect(Collectors.toUnmodifiableMap(Function.identity(), AsciiString::cached));

  @Override
  public String get(String name) {
    AsciiString known = NAMES.get(name);
    return known == null ? headers.get(name) : headers.get(known);
  }

  @Override
  public List<String> all(String name) {
    AsciiString known = NAMES.get(name);
    return known == null ? headers.getAll(name) : headers.getAll(known);
  }

  @Override
  public void forEach(BiConsumer<String, String> action) {
    for (Map.Entry<String, String> field : headers) {
      action.accept(field.getKey().toLowerCase(Locale.ROOT), field.getValue());
    }
  }
}
