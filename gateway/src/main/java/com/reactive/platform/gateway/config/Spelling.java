package com.reactive.platform.gateway.config;

import java.util.Collection;
import java.util.Comparator;

/** Finds the known name that a misspelt one may stand for. */
final class Spelling {
  private Spelling() {}

  /** {@code "; did you mean 'http.port'?"}, or nothing if none is near. */
  static String hint(String name, Collection<String> known) {
    int near = Math.max(2, name.length() / 5);
    return known.stream()
        .filter(candidate -> Math.abs(candidate.length() - name.length()) <= near)
        .filter(candidate -> distance(name, candidate) <= near)
        .min(Comparator.comparingInt((String candidate) -> distance(name, candidate)))
        .map(candidate -> "; did you mean '" + candidate + "'?")
        .orElse("");
  }

  /** Levenshtein's: the fewest letters to insert, delete or replace. */
  static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
