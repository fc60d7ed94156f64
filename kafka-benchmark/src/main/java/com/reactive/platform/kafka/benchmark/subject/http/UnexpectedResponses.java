package com.reactive.platform.kafka.benchmark.subject.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Unexpected responses: the number of each kind, and the first one's body. */
final class UnexpectedResponses {
  private static final int MAX_CHARS = 300;
  private static final int MAX_KINDS = 20;

  private static final class Kind {
    private final String first;
    private long count;

    Kind(String first) {
      this.first = first;
    }
  }

  private final Map<String, Kind> kinds = new TreeMap<>();

  /** Counts a response. From any thread. */
  synchronized void add(String what, byte[] bytes, int from, int length) {
    Kind kind = kinds.get(what);
    if (kind == null && kinds.size() < MAX_KINDS) {
      int shown = Math.min(length, MAX_CHARS);
      kind = new Kind(new String(bytes, from, shown, StandardCharsets.UTF_8).strip());
      kinds.put(what, kind);
    }
    if (kind != null) {
      kind.count++;
    }
  }

  /** A sentence for each kind. From any thread. */
  synchronized List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    kinds.forEach(
        (what, kind) ->
            sentences.add(
                kind.count
                    + " x "
                    + what
                    + (kind.first.isEmpty() ? "" : ", first: " + kind.first)));
    return sentences;
  }
}
