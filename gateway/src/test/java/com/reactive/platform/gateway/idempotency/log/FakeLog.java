package com.reactive.platform.gateway.idempotency.log;

import com.reactive.platform.gateway.sink.EventLog;
import java.util.ArrayList;
import java.util.Collection;
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

  /** A pass that was begun. */
  static final class Pass {
    final String topic;
    final List<Seeker> seekers;
    final CompletableFuture<Void> done = new CompletableFuture<>();

    Pass(String topic, Collection<? extends Seeker> seekers) {
      this.topic = topic;
      this.seekers = List.copyOf(seekers);
    }
  }

  final List<Pass> passes = new ArrayList<>();
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
  public CompletableFuture<Void> find(
      String topic, Collection<? extends Seeker> seekers, long timeoutMillis) {
    Pass pass = new Pass(topic, seekers);
    passes.add(pass);
    return pass.done;
  }
}
