package com.reactive.platform.reliability.fault;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All faults that there are. */
public final class Faults {
  private static final List<Fault> ALL =
      Stream.of(
              BrokerFaults.all(),
              TopicFaults.all(),
              NetworkFaults.all(),
              GatewayFaults.all(),
              CalibrationFaults.all())
          .flatMap(List::stream)
          .toList();

  private Faults() {}

  /** In the order in which they are listed. */
  public static List<Fault> all() {
    return ALL;
  }

  /**
   * The one of this name.
   *
   * @throws IllegalArgumentException that names those that there are
   */
  public static Fault named(String name) {
    return ALL.stream()
        .filter(fault -> fault.name().equals(name))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no fault is called "
                        + name
                        + "; there are "
                        + ALL.stream().map(Fault::name).collect(Collectors.joining(", "))));
  }
}
