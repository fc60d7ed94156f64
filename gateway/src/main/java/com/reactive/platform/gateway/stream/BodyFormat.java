package com.reactive.platform.gateway.stream;

/** The format of what a client sends for an event. */
public enum BodyFormat {
  JSON,
  PROTOBUF
}
