package com.reactive.platform.gateway.telemetry;

/** The stages of an event in their order; each begins where the one before it ends. */
public enum LatencyStage {
  /** From the request's head until the body is there. */
  READ(0),
  /** The headers that concern the event, a CloudEvent's attributes among them, and its id. */
  IDS(1),
  /** JSON to Avro. */
  TRANSCODE(2),
  /** The event with its metadata, framed for the sink. */
  FRAME(3),
  /** Into the stripe, and back in the loop. */
  STRIPE(4),
  /** From there until the outcome is known: batching, the client, the broker. */
  KAFKA(5),
  /** From the sink's thread to the loop, behind others that completed together. */
  HOP(6),
  /** Deciding the response. */
  ANSWER(7),
  /** Until the bytes of all responses that were decided together are in their sockets. */
  FLUSH(8);

  static final int COUNT = values().length;

  /** Its place in the order, from 0. */
  final int index;

  LatencyStage(int index) {
    this.index = index;
  }
}
