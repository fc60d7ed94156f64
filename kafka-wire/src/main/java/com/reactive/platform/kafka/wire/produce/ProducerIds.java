package com.reactive.platform.kafka.wire.produce;

/** The producer id of one core, asked for again once a partition has used it up. */
final class ProducerIds {
  private final ProduceIo io;
  private ProducerIdentity current;
  private boolean requested;

  ProducerIds(ProduceIo io) {
    this.io = io;
  }

  void request() {
    if (!requested && current == null) {
      requested = true;
      io.requestProducerId();
    }
  }

  void received(ProducerIdentity identity) {
    requested = false;
    current = identity;
  }

  void failed() {
    requested = false;
  }

  /** Gives a partition an id, now or when it comes. */
  void provide(ProducerSequence sequence) {
    if (sequence.usable()) {
      return;
    }
    if (current != null && sequence.isSpent(current)) {
      current = null;
    }
    if (current == null) {
      request();
    } else {
      sequence.adopt(current);
    }
  }
}
