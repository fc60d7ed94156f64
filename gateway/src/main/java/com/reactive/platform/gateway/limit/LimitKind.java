package com.reactive.platform.gateway.limit;

/** The limits by which clients are turned away for what they, or all together, have taken. */
public enum LimitKind {
  /** Requests of an address. */
  ADDRESS("address"),
  ADDRESS_BYTES("address-bytes"),
  /** Requests of a caller, such as an API key. */
  CALLER("caller"),
  CALLER_BYTES("caller-bytes"),
  /** Open connections of an address. */
  ADDRESS_CONNECTIONS("address-connections"),
  /** Open connections of all. */
  CONNECTIONS("connections");

  private final String text;

  LimitKind(String text) {
    this.text = text;
  }

  /** As responses and metrics name it. */
  public String text() {
    return text;
  }
}
