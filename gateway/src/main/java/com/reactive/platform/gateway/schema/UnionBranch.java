package com.reactive.platform.gateway.schema;

import java.util.Collection;

/**
 * A branch of a union.
 *
 * @param index its number in the union; -1 if the writer writes it itself
 */
record UnionBranch(int index, ValueWriter node) {
  private static final int MAX_LISTED_CHARS = 200;

  /** Joins the names of branches, as many as a sentence can hold. */
  static String list(Collection<String> names) {
    String list = String.join(", ", names);
    return list.length() <= MAX_LISTED_CHARS
        ? list
        : list.substring(0, list.lastIndexOf(", ", MAX_LISTED_CHARS) + 1) + " ...";
  }
}
