package com.reactive.platform.kafka.benchmark.rig;

/** Bits that look random, from a number: the same for the same. */
final class SplitMix64 {
  private SplitMix64() {}

  /**
   * The finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
   * generators, 2014).
   */
  static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
