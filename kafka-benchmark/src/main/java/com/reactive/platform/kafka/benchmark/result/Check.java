package com.reactive.platform.kafka.benchmark.result;

/**
 * One threshold or goal of a brochure and whether it was met.
 *
 * @param what in words, such as {@code sustained rate of producer, msg/s}
 * @param required in words, such as {@code >= 50,000}
 * @param actual in words, such as {@code 81,204}
 * @param met whether it was
 * @param binding whether missing it fails the run; a goal that is not binding is only reported
 */
public record Check(String what, String required, String actual, boolean met, boolean binding) {}
