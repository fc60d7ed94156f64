package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import com.reactive.platform.kafka.benchmark.subject.CounterRecordReader;
import com.reactive.platform.kafka.benchmark.subject.NotedEvent;
import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.testbed.WorkFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The streams of a measured gateway, and the topics of their events. All have the same schema: what
 * grows is their number.
 *
 * @param count number of streams instead of the counter; 0: the counter
 * @param topicEach true if each has a topic of its own
 * @param noted true if their events have a note, so that bodies may be large
 * @param quarantineTopic if there is one: then there are two more streams, to post bad events to:
 *     {@code kept} has this quarantine, and {@code refused} has none
 */
record GatewayStreams(
    int count, boolean topicEach, boolean noted, Optional<String> quarantineTopic) {
  private static final int MAX_STREAMS = 1_000;

  static GatewayStreams from(Options options) {
    int count = options.integer("streams", 0, 0, MAX_STREAMS);
    boolean topicEach = options.flag("topic-per-stream", false);
    boolean noted = options.flag("large-bodies", false);
    if (topicEach && count == 0) {
      throw options.refuse("topic-per-stream", "is only for a number of streams");
    }
    return new GatewayStreams(count, topicEach, noted, options.text("quarantine-topic"));
  }

  /**
   * Their topics.
   *
   * @param base a name that nothing else has
   */
  List<String> topics(String base) {
    return topicEach ? names().map(name -> base + "-" + name).toList() : List.of(base);
  }

  /** Paths of the requests; none for the counter, whose path is the route's. */
  List<String> paths() {
    return names().map(name -> "/api/events/" + name).toList();
  }

  /** Their settings; their schema is written into the folder. */
  Map<String, String> settings(String base, WorkFolder folder) throws IOException {
    Map<String, String> settings = new TreeMap<>();
    String schema =
        folder.write(
            "event.avsc", (noted ? NotedEvent.schema() : StreamsConfig.counterSchema()).toString());
    if (quarantineTopic.isPresent()) {
      for (String name : List.of("kept", "refused")) {
        settings.put("streams." + name + ".schema", schema);
        settings.put("streams." + name + ".topic", base);
      }
      settings.put("streams.kept.quarantine", quarantineTopic.get());
    }
    if (count == 0) {
      settings.put("streams.counter.topic", base);
      if (noted) {
        settings.put("streams.counter.schema", schema);
      }
      return settings;
    }
    settings.put("streams.counter.enabled", "false");
    for (String name : names().toList()) {
      String prefix = "streams." + name + ".";
      settings.put(prefix + "schema", schema);
      settings.put(prefix + "topic", topicEach ? base + "-" + name : base);
      settings.put(prefix + "key", "customerId");
    }
    return settings;
  }

  /** Finds the events again. */
  RecordReader reader() {
    return new CounterRecordReader(noted);
  }

  private Stream<String> names() {
    return IntStream.rangeClosed(1, count).mapToObj("s%04d"::formatted);
  }
}
