package com.reactive.platform.kafka.benchmark.jmh;

import java.util.List;

/** Writers, a subject, and a reader at its far end that must get every message. */
final class DeliveryCheck implements AutoCloseable {
  private final MessageReader reader;
  private final List<Feed> feeds;
  private final int messagesPerOffer;
  private final Runnable closeSubject;
  private final WriterTeam team;
  private long sent;

  /**
   * @param reader of the subject's sink
   * @param feeds one per writer
   */
  DeliveryCheck(
      MessageReader reader, List<Feed> feeds, int messagesPerOffer, Runnable closeSubject) {
    this.reader = reader;
    this.feeds = List.copyOf(feeds);
    this.messagesPerOffer = messagesPerOffer;
    this.closeSubject = closeSubject;
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
    Backoff backoff = new Backoff();
    while (reader.received() < sent) {
      backoff.park("the sink to read all " + sent + " messages; it read " + reader.received());
    }
    reader.requireExactly(sent);
  }

  /** Ends the writers and the subject. */
  @Override
  public void close() {
    team.close();
    closeSubject.run();
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
    Backoff backoff = new Backoff();
    do {
      backoff.park("room in the subject");
    } while (!feed.offer());
  }
}
