package com.reactive.platform.gateway.idempotency.log;

import com.reactive.platform.gateway.sink.EventLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A log that says what the test says. */
final class FakeLog implements EventLog {
  /** A reading that was begun. */
  static final class Read implements Tail {
    final String topic;
    final long sinceMillis;
    final Visitor visitor;
    double share;
    boolean closed;

    Read(String topic, long sinceMillis, Visitor visitor) {
      this.topic = topic;
      this.sinceMillis = sinceMillis;
      this.visitor = visitor;
    }

    @Override
    public double share() {
      return share;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  final List<Read> reads = new ArrayList<>();
  final List<CompletableFuture<Optional<Place>>> searches = new ArrayList<>();
  final List<Query> queries = new ArrayList<>();
  String whyNot;

  @Override
  public Optional<String> whyNot() {
    return Optional.ofNullable(whyNot);
  }

  @Override
  public Tail read(String topic, long sinceMillis, Visitor visitor) {
    Read read = new Read(topic, sinceMillis, visitor);
    reads.add(read);
    return read;
  }

  @Override
  public CompletableFuture<Optional<Place>> find(Query query, long timeoutMillis) {
    queries.add(query);
    CompletableFuture<Optional<Place>> answer = new CompletableFuture<>();
    searches.add(answer);
    return answer;
  }
}
