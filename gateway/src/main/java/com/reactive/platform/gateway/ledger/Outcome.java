package com.reactive.platform.gateway.ledger;

/** How a request ended, for the ledger. Every received request ends in exactly one of these. */
public enum Outcome {
  /** Kafka has the event. */
  ACKED(Category.ACKED),
  /** The repeat of a request whose event Kafka or the disk has: it was not written again. */
  REPLAYED(Category.REPLAYED),
  /** Not in Kafka yet, but on disk, to be put there. */
  SPOOLED(Category.SPOOLED),
  /** Accepted, but certainly not in Kafka. */
  NOT_WRITTEN(Category.FAILED),
  /** Accepted; may or may not be in Kafka. */
  UNKNOWN(Category.FAILED),
  /** Turned away: the byte budget is used up. */
  FULL(Category.SHED),
  /** Turned away: Kafka is not reachable or the topic is missing. */
  KAFKA_UNAVAILABLE(Category.SHED),
  /** Turned away: the gateway is shutting down. */
  DRAINING(Category.SHED),
  /** Not HTTP as it should be, or not JSON. */
  MALFORMED(Category.REJECTED),
  TOO_LARGE(Category.REJECTED),
  HEADERS_TOO_LARGE(Category.REJECTED),
  MEDIA_TYPE(Category.REJECTED),
  SCHEMA(Category.REJECTED),
  /** Another event had its key. */
  KEY_REUSED(Category.REJECTED),
  NOT_FOUND(Category.REJECTED),
  /** It did not show who sends it. */
  UNAUTHENTICATED(Category.REJECTED),
  /** Whoever sends it may not. */
  FORBIDDEN(Category.REJECTED),
  /** Its sender has had its share, whatever room there is: no fault of ours, so not shed. */
  RATE_LIMITED(Category.REJECTED),
  METHOD(Category.REJECTED),
  TIMEOUT(Category.REJECTED),
  /** The client went away before its request was complete. */
  DISCONNECTED(Category.REJECTED),
  /** A fault of ours before the event was accepted. */
  INTERNAL(Category.FAILED);

  /** The terms of the ledger's sum. */
  public enum Category {
    ACKED,
    REPLAYED,
    SPOOLED,
    FAILED,
    SHED,
    REJECTED
  }

  private final Category category;

  Outcome(Category category) {
    this.category = category;
  }

  public Category category() {
    return category;
  }
}
