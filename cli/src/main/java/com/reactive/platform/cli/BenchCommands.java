package com.reactive.platform.cli;

import java.util.List;

/**
 * Commands that another module adds to {@code ./reactive bench}. Found by {@link
 * java.util.ServiceLoader}, so that a distribution runs without benchmarks and their libraries.
 */
public interface BenchCommands {
  /** Classes with picocli's {@code Command}, in the order of the help. */
  List<Class<?>> commands();
}
