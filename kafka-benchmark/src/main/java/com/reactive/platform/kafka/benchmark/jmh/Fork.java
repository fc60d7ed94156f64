package com.reactive.platform.kafka.benchmark.jmh;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * One run of one benchmark in a JVM of its own.
 *
 * @param benchmark class and method, as JMH names them
 * @param params the values of its parameters
 */
record Fork(String benchmark, Map<String, String> params) {
  Fork {
    params = Map.copyOf(params);
  }

  /**
   * @param params name, value, name, value ...
   */
  static Fork of(Class<?> benchmark, String method, String... params) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < params.length; i += 2) {
      map.put(params[i], params[i + 1]);
    }
    return new Fork(benchmark.getName() + "." + method, map);
  }

  /** A pattern that JMH finds in this benchmark's name and in no other. */
  String include() {
    return "^" + Pattern.quote(benchmark) + "$";
  }

  /** Whether it waits for its own time and not for JMH's iterations. */
  boolean isIdle() {
    return benchmark.startsWith(IdleBenchmark.class.getName());
  }

  @Override
  public String toString() {
    String method =
        benchmark.substring(benchmark.lastIndexOf('.', benchmark.lastIndexOf('.') - 1) + 1);
    return params.isEmpty() ? method : method + new TreeMap<>(params);
  }
}
