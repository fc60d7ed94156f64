package com.reactive.platform.gateway.admin.view;

import com.reactive.platform.gateway.admin.AdminResponse;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.sink.SinkHealth;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.stream.Acks;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The answer to "would an event posted now be accepted": by the gateway, which is so as long as one
 * stream accepts any, and by each stream. From any thread; never blocks.
 */
public final class Readiness {
  private static final String STREAM = "stream";

  private final SinkHealth sink;
  private final Supplier<List<StreamRuntime>> streams;
  private final LongSupplier spooledEvents;
  private final Supplier<Map<String, String>> rebuilding;
  private final BooleanSupplier soon;
  private final BooleanSupplier draining;

  /**
   * @param streams those in force
   * @param spooledEvents events in spools
   * @param rebuilding what is to be said of streams that take no events with a key yet
   * @param soon true if they will so soon that it is worth waiting
   */
  public Readiness(
      SinkHealth sink,
      Supplier<List<StreamRuntime>> streams,
      LongSupplier spooledEvents,
      Supplier<Map<String, String>> rebuilding,
      BooleanSupplier soon,
      BooleanSupplier draining) {
    this.sink = sink;
    this.streams = streams;
    this.spooledEvents = spooledEvents;
    this.rebuilding = rebuilding;
    this.soon = soon;
    this.draining = draining;
  }

  public boolean ready() {
    return takesEvents() && !waits();
  }

  /** True if some stream takes events in, though perhaps none with a key yet. */
  public boolean takesEvents() {
    boolean some = sink.state().usable() && byStream().containsValue("");
    return !draining.getAsBoolean() && (some || spooling());
  }

  /** Whether a stream takes events in although Kafka cannot have them. */
  public boolean spooling() {
    return streams.get().stream().anyMatch(live -> live.stream().spool() && live.accepting());
  }

  /** Why it is not ready, or what is wrong though it is, in a few words; empty if nothing is. */
  public String because() {
    if (draining.getAsBoolean()) {
      return "shutting down";
    }
    if (!sink.detail().isEmpty()) {
      return sink.detail();
    }
    String rejecting =
        byStream().values().stream().filter(why -> !why.isEmpty()).findFirst().orElse("");
    return rejecting.isEmpty() && waits()
        ? filling().values().stream().findFirst().orElse("")
        : rejecting;
  }

  /** Not for long: clients with keys would be sent away. */
  private boolean waits() {
    return soon.getAsBoolean() && !filling().isEmpty();
  }

  /** What is to be said of streams that take events in, but none with a key. */
  private Map<String, String> filling() {
    Map<String, String> texts = new TreeMap<>(rebuilding.get());
    if (!texts.isEmpty()) {
      Map<String, String> reasons = byStream();
      texts.keySet().removeIf(stream -> !"".equals(reasons.get(stream)));
    }
    return texts;
  }

  /** Why each stream takes no events in, by its name; empty for one that does. */
  public Map<String, String> byStream() {
    Map<String, TopicStatus> topics =
        sink.topics().stream().collect(Collectors.toMap(TopicStatus::topic, topic -> topic));
    Map<String, String> reasons = new TreeMap<>();
    for (StreamRuntime live : streams.get()) {
      TopicStatus topic = topics.get(live.stream().topic());
      // One that was added a moment ago may not be watched yet.
      reasons.put(live.stream().name(), topic == null ? "not checked yet" : reason(live, topic));
    }
    return reasons;
  }

  /** Through a blip of Kafka events are taken in and held, and readiness ends all the same. */
  private static String reason(StreamRuntime live, TopicStatus topic) {
    boolean there = topic.state().usable() || live.stream().spool();
    if (there && live.accepting()) {
      return "";
    }
    if (!topic.detail().isEmpty()) {
      return topic.detail();
    }
    boolean weak = live.stream().acks() == Acks.ALL && !topic.tooWeak().isEmpty();
    return weak ? topic.tooWeak() : "its spool rejects events";
  }

  /** What {@code /readyz} says; of one stream if the query names it. */
  public AdminResponse response(Map<String, List<String>> query) {
    if (query.containsKey(STREAM)) {
      return response(query.get(STREAM).get(0));
    }
    if (!ready()) {
      return AdminResponse.text(false, "not ready: " + because());
    }
    long spooled = spooledEvents.getAsLong();
    StringBuilder text = new StringBuilder("ready");
    if (spooled > 0 || !sink.state().usable()) {
      text.append(", spooling: ")
          .append(spooled)
          .append(" events are on disk and not yet in Kafka");
    }
    byStream().entrySet().stream()
        .filter(stream -> !stream.getValue().isEmpty())
        .forEach(
            stream ->
                text.append("\ndegraded: stream ")
                    .append(stream.getKey())
                    .append(" rejects events: ")
                    .append(stream.getValue()));
    filling()
        .forEach((stream, why) -> text.append("\nstream ").append(stream).append(' ').append(why));
    return AdminResponse.text(true, text.toString());
  }

  private AdminResponse response(String name) {
    String reason = byStream().get(name);
    if (reason == null) {
      return AdminResponse.text(404, "no such stream");
    }
    String why = draining.getAsBoolean() ? because() : reason;
    if (!why.isEmpty()) {
      return AdminResponse.text(false, "not ready: " + why);
    }
    String still = filling().get(name);
    return AdminResponse.text(
        true, still == null ? "ready" : "ready\nstream " + name + " " + still);
  }
}
