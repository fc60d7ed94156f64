package com.reactive.platform.reader;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.RetriableException;

/** A group whose members have a thread each, and go on after whatever Kafka says will pass. */
abstract class FaultyGroup implements AutoCloseable {
  private final String id;
  private final String protocol;
  private final List<Member> members = new ArrayList<>();

  FaultyGroup(String id, String protocol) {
    this.id = id;
    this.protocol = protocol;
  }

  /** A reader, on a thread. All is called there. */
  abstract static class Part {
    private EventReader<Integer> reader;

    void configure(EventReaderBuilder builder) {}

    abstract void onEvent(Event<Integer> event);

    /** After each poll. */
    void polled() {}
  }

  private static final class Member {
    private final Part part;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean leaving;
    private volatile int share;

    Member(Part part, String name) {
      this.part = part;
      new Thread(this::run, name).start();
    }

    private void run() {
      try (EventReader<Integer> reader = part.reader) {
        while (!leaving) {
          poll(reader);
          share = (int) reader.stats().lag().values().stream().filter(lag -> lag == 0).count();
        }
      } catch (Exception | Error e) {
        end.completeExceptionally(e);
      }
      end.complete(null);
    }

    private void poll(EventReader<Integer> reader) throws InterruptedException {
      try {
        reader.poll(Duration.ofMillis(100), part::onEvent);
      } catch (RetriableException e) {
        // A broker did not answer in time; what was asked is asked again.
      }
      part.polled();
    }

    /** Waits for its thread, five minutes at most. */
    void leave() {
      leaving = true;
      end.orTimeout(5, TimeUnit.MINUTES).join();
    }
  }

  /** What the next member does. */
  abstract Part newPart();

  final String id() {
    return id;
  }

  final void join(String bootstrapServers, String topic) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("bootstrap.servers", bootstrapServers);
    properties.put("group.id", id);
    properties.put("group.protocol", protocol);
    properties.put("auto.offset.reset", "earliest");
    properties.put("auto.commit.interval.ms", 500);
    properties.put("default.api.timeout.ms", 20_000);
    if (protocol.equals("classic")) {
      properties.put("heartbeat.interval.ms", 500);
      properties.put("session.timeout.ms", 120_000);
    }
    EventReaderBuilder builder = new EventReaderBuilder(properties).topics(topic);
    Part part = newPart();
    part.configure(builder);
    part.reader =
        builder.open(
            ValueDecoder.bytes()
                .map(bytes -> Integer.valueOf(new String(bytes, StandardCharsets.US_ASCII))));
    members.add(new Member(part, id + "-" + members.size()));
  }

  final void leave(int member) {
    members.remove(member).leave();
  }

  /** How many partitions each member has, and has read. */
  final List<Integer> shares() {
    return members.stream().map(member -> member.share).toList();
  }

  /** Throws what has ended a member. */
  final void rethrow() throws Exception {
    for (Member member : members) {
      if (member.end.isCompletedExceptionally()) {
        member.end.get();
      }
    }
  }

  @Override
  public final void close() {
    for (Member member : members) {
      member.leaving = true;
    }
    while (!members.isEmpty()) {
      try {
        leave(0);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
