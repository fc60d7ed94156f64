package com.reactive.platform.gateway.rpc;

import java.util.List;
import java.util.function.BiConsumer;

/** Headers or trailers: names in lower case, a name perhaps more than once. */
public interface RpcHeaders {
  /** The first value of this name; null if there is none. */
  String get(String name);

  /** All values of this name, in their order. */
  List<String> all(String name);

  /** Each name with each of its values, in their order. */
  void forEach(BiConsumer<String, String> action);
}
