package com.reactive.platform.gateway;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.http.HttpConfig;
import com.reactive.platform.gateway.sink.kafka.KafkaConfig;
import com.reactive.platform.gateway.sink.spool.SpoolSet;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The heap that the settings let the gateway use if all of it is needed at once. */
public final class HeapNeeds {
  /** Ends every error that depends on the heap of the JVM that reads the settings. */
  public static final String OTHERS_FIT = "raise -Xmx or lower one of them";

  /** A body in one piece, decompressed, as Avro, and framed. */
  private static final int COPIES_OF_BODY = 4;

  private record Part(String key, String what, long bytes) {
    private String text() {
      return what + " " + bytes;
    }
  }

  private HeapNeeds() {}

  /**
   * Refuses what does not fit; the error names the key that takes most.
   *
   * @param producers acks that need a producer of Kafka's own client; native ones have their
   *     buffers outside of the heap
   */
  static void check(
      Settings settings,
      HttpConfig http,
      BatchingConfig batching,
      List<StreamDefinition> streams,
      Set<Acks> producers) {
    long heapBytes = Runtime.getRuntime().maxMemory();
    List<Part> parts = parts(http, batching, streams, producers);
    long sum = parts.stream().mapToLong(Part::bytes).sum();
    if (sum > heapBytes) {
      settings.reject(
          parts.stream().max(Comparator.comparingLong(Part::bytes)).orElseThrow().key(),
          parts.stream().map(Part::text).collect(Collectors.joining(", "))
              + ": together "
              + sum
              + " bytes, but the heap has "
              + heapBytes
              + "; "
              + OTHERS_FIT);
    }
  }

  private static List<Part> parts(
      HttpConfig http,
      BatchingConfig batching,
      List<StreamDefinition> streams,
      Set<Acks> producers) {
    long spools =
        streams.stream()
            .filter(StreamDefinition::spool)
            .map(StreamDefinition::topic)
            .distinct()
            .count();
    return List.of(
        new Part("http.body-budget-bytes", "http.body-budget-bytes", http.bodyBudgetBytes()),
        new Part(
            "http.max-connections",
            "http.max-connections x " + HttpConfig.CONNECTION_BYTES,
            (long) http.maxConnections() * HttpConfig.CONNECTION_BYTES),
        new Part(
            "http.max-body-bytes",
            "http.max-body-bytes x " + COPIES_OF_BODY + " x http.event-loops",
            (long) http.maxBodyBytes() * COPIES_OF_BODY * http.eventLoops()),
        new Part(
            "batch.stripe-bytes",
            "batch.stripe-bytes x http.event-loops x lanes",
            batching.budgetBytes()),
        new Part(
            "batch.stripe-bytes",
            "the producers' buffers",
            producers.size() * KafkaConfig.bufferBytes(batching.budgetBytes())),
        new Part(
            "streams",
            "the spools' buffers",
            spools * KafkaConfig.bufferBytes(SpoolSet.REPLAY_BYTES)));
  }
}
