package com.reactive.platform.kafka.benchmark.brochure;

import java.util.List;

/**
 * The loads from which a target learns before anything is measured: opened alone, it gets each of
 * them in turn, then it is closed. For its iterations it is opened anew, as all the others are,
 * with the file in which it keeps what it learned. So learning makes it neither older nor warmer
 * than those that it is compared with.
 *
 * @param loads names, in the order in which it gets them; those that a plan leaves out are left out
 *     here, too
 * @param seconds of each
 * @param file the key of its config that names the file
 */
public record Training(List<String> loads, double seconds, String file) {
  /** Of a target that does not learn. */
  public static final Training NONE = new Training(List.of(), 0, "");

  /** Copies the list. */
  public Training {
    loads = List.copyOf(loads);
  }
}
