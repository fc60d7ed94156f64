package com.reactive.platform.gateway.sink;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a topic that promises rest on.
 *
 * @param replicationFactor that of the partition which has the fewest replicas
 * @param configs empty where they may not be read
 */
public record TopicSettings(int replicationFactor, Optional<Configs> configs) {
  private static final Replication USUAL = new Replication(3, 2);
  private static final String COMPACT = "compact";
  private static final String DELETE = "delete";

  /**
   * Settings of the topic by the names that Kafka has for them.
   *
   * @param maxMessageBytes of a batch of records
   * @param retentionMillis negative if records are kept for ever
   */
  public record Configs(
      int minInsyncReplicas,
      boolean uncleanLeaderElection,
      int maxMessageBytes,
      String cleanupPolicy,
      long retentionMillis) {
    private boolean keepsFor(long millis) {
      return retentionMillis < 0 || retentionMillis >= millis || !cleanupPolicy.contains(DELETE);
    }
  }

  /** The settings that let its acknowledgement rest on too few brokers, in words; empty if none. */
  public List<String> weaknesses() {
    List<String> weak = new ArrayList<>();
    if (replicationFactor < USUAL.factor()) {
      weak.add("replication factor " + replicationFactor);
    }
    configs.ifPresent(
        set -> {
          if (set.minInsyncReplicas < USUAL.minInsync()) {
            weak.add("min.insync.replicas " + set.minInsyncReplicas);
          }
          if (set.uncleanLeaderElection) {
            weak.add("unclean.leader.election.enable true");
          }
        });
    return weak;
  }

  /** Why it is less than this, in words; empty if it is not. */
  public String lessThan(Replication required) {
    if (configs.isEmpty()) {
      return "cannot check the replication "
          + required.text()
          + " that kafka.require-replication demands: grant DescribeConfigs on it";
    }
    Configs set = configs.get();
    boolean enough =
        new Replication(replicationFactor, set.minInsyncReplicas).covers(required)
            && !set.uncleanLeaderElection;
    return enough
        ? ""
        : "replication factor "
            + replicationFactor
            + ", min.insync.replicas "
            + set.minInsyncReplicas
            + (set.uncleanLeaderElection ? ", unclean leader election" : "")
            + " is less than kafka.require-replication "
            + required.text();
  }

  /**
   * What does not fit together, one sentence for each.
   *
   * @param streams whose events go there; none if it is a quarantine
   */
  public List<String> findings(String topic, List<StreamDefinition> streams) {
    List<String> findings = new ArrayList<>();
    List<String> weak = weaknesses();
    boolean promised =
        streams.isEmpty() || streams.stream().anyMatch(stream -> stream.acks() == Acks.ALL);
    if (!weak.isEmpty() && promised) {
      findings.add(
          "Topic %s has %s: acknowledged events may be lost with a broker; replication factor 3 and min.insync.replicas 2 survive the loss of one"
              .formatted(topic, String.join(", ", weak)));
    }
    if (configs.isEmpty()) {
      findings.add(
          "Not authorised to read the settings of topic %s, so they are not checked: grant DescribeConfigs on it"
              .formatted(topic));
    }
    for (StreamDefinition stream : streams) {
      configs.ifPresent(set -> compare(topic, stream, set, findings));
    }
    return findings;
  }

  private static void compare(
      String topic, StreamDefinition stream, Configs set, List<String> findings) {
    long needed = (long) stream.maxBodyBytes() + EventFrame.MAX_OVERHEAD_BYTES;
    if (needed > set.maxMessageBytes) {
      findings.add(
          "streams.%s.max-body-bytes is %d, which may need a record of %d bytes, but max.message.bytes of topic %s is %d: raise the latter or lower the former"
              .formatted(stream.name(), stream.maxBodyBytes(), needed, topic, set.maxMessageBytes));
    }
    if (set.cleanupPolicy.contains(COMPACT) && stream.key().isEmpty()) {
      findings.add(
          "Topic %s is compacted (cleanup.policy) and rejects records without a key, but streams.%s.key is empty"
              .formatted(topic, stream.name()));
    }
    int windowMillis = stream.idempotency().windowMillis();
    if (!set.keepsFor(windowMillis)) {
      findings.add(
          "Topic %s keeps events for %d ms (retention.ms), but streams.%s.idempotency.window is %d ms: keys of events that are deleted are not known after a restart"
              .formatted(topic, set.retentionMillis, stream.name(), windowMillis));
    }
  }
}
