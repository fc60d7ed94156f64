package com.reactive.platform.gateway.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The places of the key fields below a record: a tree by field names. */
final class KeyPaths {
  static final KeyPaths NONE = new KeyPaths();
  static final int NO_RANK = -1;

  private final Map<String, KeyPaths> children = new LinkedHashMap<>();
  private int rank = NO_RANK;

  /** Ranks follow the order of the paths; what is named twice is a problem. */
  static KeyPaths of(List<String> paths, SchemaProblems problems) {
    KeyPaths root = new KeyPaths();
    for (int i = 0; i < paths.size(); i++) {
      KeyPaths at = root;
      for (String name : paths.get(i).split("\\.", -1)) {
        at = at.children.computeIfAbsent(name, unused -> new KeyPaths());
      }
      if (at.rank != NO_RANK) {
        problems.add("the key names " + paths.get(i) + " twice");
      }
      at.rank = i;
    }
    return root;
  }

  KeyPaths child(String name) {
    return children.getOrDefault(name, NONE);
  }

  /** The names of the fields that hold key fields, or are some. */
  Iterable<String> names() {
    return children.keySet();
  }

  /** Whether key fields lie below this one. */
  boolean goesOn() {
    return !children.isEmpty();
  }

  int rank() {
    return rank;
  }
}
