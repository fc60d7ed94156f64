package com.reactive.platform.reliability.replica;

/** Ways to choose a gateway for a request. */
public enum Routing {
  /** The same one for the same {@code Idempotency-Key}, as deploy/compose/haproxy.cfg has it. */
  KEY("key", "balance hdr(Idempotency-Key)", "hash-type consistent sdbm avalanche"),
  /** One after the other. */
  ROUND_ROBIN("round-robin", "balance roundrobin");

  private final String word;
  private final String lines;

  Routing(String word, String... lines) {
    this.word = word;
    this.lines = "    " + String.join("\n    ", lines) + "\n";
  }

  /** On command lines. */
  @Override
  public String toString() {
    return word;
  }

  /** Of a backend's section in HAProxy's configuration. */
  String lines() {
    return lines;
  }
}
