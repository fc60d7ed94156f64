package com.reactive.platform.kafka.benchmark.result;

import java.util.Map;

/**
 * Where and of what a measurement was made.
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
    Map<String, String> brokerConfig) {}
