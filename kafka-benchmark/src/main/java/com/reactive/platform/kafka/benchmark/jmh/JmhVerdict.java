package com.reactive.platform.kafka.benchmark.jmh;

/**
 * What became of a target.
 *
 * @param measured in the target's unit; NaN if it was not measured
 * @param reached false also if it was not measured
 */
record JmhVerdict(JmhGoal target, double measured, boolean reached) {}
