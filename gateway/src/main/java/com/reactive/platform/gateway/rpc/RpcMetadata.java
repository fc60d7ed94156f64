package com.reactive.platform.gateway.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Headers or trailers that are being written. Values are as they go over the wire: a name that ends
 * in {@code -bin} has them in base64. Not thread-safe.
 */
public final class RpcMetadata implements RpcHeaders {
  /** Nothing; not to be added to. */
  public static final RpcMetadata NONE = new RpcMetadata().constant();

  private final List<String> fields = new ArrayList<>(4);
  private boolean constant;

  /**
   * Nothing is added any more: what is the same for many responses may be shared by all threads,
   * and whoever encodes it may keep the bytes.
   */
  public RpcMetadata constant() {
    constant = true;
    return this;
  }

  /** True if it never changes. */
  public boolean isConstant() {
    return constant;
  }

  /** Adds a value; the name is in lower case. */
  public RpcMetadata add(String name, String value) {
    if (constant) {
      throw new UnsupportedOperationException("constant metadata cannot be changed");
    }
    fields.add(name);
    fields.add(value);
    return this;
  }

  /** Adds all of these. */
  public RpcMetadata addAll(RpcHeaders others) {
    others.forEach(this::add);
    return this;
  }

  public boolean isEmpty() {
    return fields.isEmpty();
  }

  @Override
  public String get(String name) {
    for (int i = 0; i < fields.size(); i += 2) {
      if (fields.get(i).equals(name)) {
        return fields.get(i + 1);
      }
    }
    return null;
  }

  @Override
  public List<String> all(String name) {
    List<String> values = new ArrayList<>();
    forEach(
        (each, value) -> {
          if (each.equals(name)) {
            values.add(value);
          }
        });
    return values;
  }

  @Override
  public void forEach(BiConsumer<String, String> action) {
    for (int i = 0; i < fields.size(); i += 2) {
      action.accept(fields.get(i), fields.get(i + 1));
    }
  }
}
