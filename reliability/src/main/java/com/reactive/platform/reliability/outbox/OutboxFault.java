package com.reactive.platform.reliability.outbox;

/** Ways in which a topic can differ from the committed rows. */
enum OutboxFault {
  LOST("committed rows are not in Kafka"),
  INVENTED("events are of rows that were not committed"),
  DISORDERED("events are behind a younger one with the same key"),
  ALTERED("events differ from their row"),
  FOREIGN("records are of no row");

  private final String text;

  OutboxFault(String text) {
    this.text = text;
  }

  /** For people, after a number. */
  String text() {
    return text;
  }
}
