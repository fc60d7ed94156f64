package com.reactive.platform.gateway.rpc;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The methods that may be called, by path. Immutable; replaced as a whole when streams change. */
public final class RpcRegistry {
  /** No method. */
  public static final RpcRegistry NONE = new RpcRegistry(List.of());

  private final Map<String, RpcMethod> methods;

  public RpcRegistry(Collection<RpcMethod> methods) {
    this.methods = methods.stream().collect(Collectors.toMap(RpcMethod::path, Function.identity()));
  }

  /** Null if no method has this path. */
  public RpcMethod find(String path) {
    return methods.get(path);
  }

  public Collection<RpcMethod> methods() {
    return methods.values();
  }
}
