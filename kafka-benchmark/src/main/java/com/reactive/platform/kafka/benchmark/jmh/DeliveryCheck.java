package com.reactive.platform.kafka.benchmark.jmh;

import java.util.List;

/** Writers, a subject between, and a reader at its far end that must get every message. */
final class DeliveryCheck implements AutoCloseable {
  private final MessageReader reader;
  private final List<? extends Feed> feeds;
  private final int messagesPerOffer;
  private final WriterTeam team;
  private long sent;

  /**
   * @param reader what the subject's sink reads with
   * @param feeds one per writer
   */
  DeliveryCheck(MessageReader reader, List<? extends Feed> feeds, int messagesPerOffer) {
    this.reader = reader;
    this.feeds = List.copyOf(feeds);
    this.messagesPerOffer = messagesPerOffer;
    this.team = new WriterTeam(feeds.size());
  }

  /**
   * Sends so many messages, an equal part by each writer, and returns when the sink has read all.
   *
   * @throws WrongDeliveryException if it read anything else
   */
  void run(int messages, WriterTimes times) {
    int offers = messages / feeds.size() / messagesPerOffer;
    times.add(team.run(writer -> write(feeds.get(writer), offers)));
    sent += (long) offers * messagesPerOffer * feeds.size();
    Backoff patience = new Backoff();
    while (reader.received() < sent) {
      patience.park("the sink to read all " + sent + " messages; it read " + reader.received());
    }
    reader.requireExactly(sent);
  }

  @Override
  public void close() {
    team.close();
  }

  /** Makes so many offers succeed. */
  static void write(Feed feed, int offers) {
    for (int i = 0; i < offers; i++) {
      if (!feed.offer()) {
        insist(feed);
      }
    }
  }

  private static void insist(Feed feed) {
    Backoff patience = new Backoff();
    do {
      patience.park("room in the subject");
    } while (!feed.offer());
  }
}
