package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.rpc.RpcHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;

/** The headers of a request, as calls see them. */
record CallHeaders(HttpHeaders headers) implements RpcHeaders {
  @Override
  public String get(String name) {
    return headers.get(name);
  }

  @Override
  public List<String> all(String name) {
    return headers.getAll(name);
  }

  @Override
  public void forEach(BiConsumer<String, String> action) {
    for (Map.Entry<String, String> field : headers) {
      action.accept(field.getKey().toLowerCase(Locale.ROOT), field.getValue());
    }
  }
}
