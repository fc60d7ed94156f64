package com.reactive.platform.kafka.benchmark.result;

import java.util.Map;
import java.util.Optional;

/**
 * Machine, software and state of the machine during a measurement.
 *
 * @param commit of the sources, with {@code -dirty} if they were changed; "unknown" outside of git
 * @param version of the project
 * @param jdk version and vendor
 * @param cpu model of the processor
 * @param cores processors that the JVM may use
 * @param memoryMegabytes of the machine
 * @param kernel name and version of the operating system
 * @param loadAverage of the last minute when the measurement began; negative if unknown
 * @param kafka {@code embedded} or the bootstrap servers that were given; {@code none} if there was
 *     none
 * @param brokerVersion as the broker says; empty if there was none
 * @param brokerConfig what matters of the broker's configuration, read back from it
 * @param megahertz of the processor when the measurement began, as the system says; null if
 *     unknown, and where it was not recorded
 * @param cpuFlags what the processor can do, names with blanks between; null likewise
 * @param loadAverageAfter of the last minute when the measurement ended; negative if unknown, null
 *     where it was not recorded
 * @param stolenShare part of all processors' time that the hypervisor gave to others meanwhile, 0
 *     to 1; null if unknown, and where it was not recorded
 */
public record Environment(
    String commit,
    String version,
    String jdk,
    String cpu,
    int cores,
    long memoryMegabytes,
    String kernel,
    double loadAverage,
    String kafka,
    String brokerVersion,
    Map<String, String> brokerConfig,
    Double megahertz,
    String cpuFlags,
    Double loadAverageAfter,
    Double stolenShare) {
  /** This one, when the measurement had ended. */
  public Environment after(double loadAverageNow, Optional<Double> stolen) {
    return new Environment(
        commit,
        version,
        jdk,
        cpu,
        cores,
        memoryMegabytes,
        kernel,
        loadAverage,
        kafka,
        brokerVersion,
        brokerConfig,
        megahertz,
        cpuFlags,
        loadAverageNow,
        stolen.orElse(null));
  }
}
