package com.reactive.platform.gateway.kafka;

import com.reactive.platform.gateway.stream.Acks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Brings the producers up, and keeps watching whether Kafka can take events.
 *
 * <p>A thread of its own does both, because both can block: an unresolvable host makes the client's
 * constructor throw, a missing broker makes the first metadata request wait. Nothing else waits for
 * it; {@link TopicHealth#accepting()} tells the front end whether to take events in.
 */
public final class KafkaConnection implements AutoCloseable {
  private static final int PROBE_TIMEOUT_MILLIS = 2_000;
  private static final int FAILURES_BEFORE_A_NEW_CLIENT = 20;

  private final KafkaConfig config;
  private final long budgetBytes;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Map<String, TopicHealth> topics = new ConcurrentSkipListMap<>();
  private final Map<Acks, Producer<byte[], byte[]>> producers = new EnumMap<>(Acks.class);
  private volatile boolean wereAllUsable;

  /** The probe's own: its client, and how often in a row that failed. */
  private Admin admin;

  private int failures;

  /**
   * Prepares the connection; nothing is tried yet.
   *
   * @param budgetBytes the most that the batchers ever hold
   * @param acks whose word will be asked for: there is one producer for each
   */
  public KafkaConnection(KafkaConfig config, long budgetBytes, Set<Acks> acks) {
    this.config = config;
    this.budgetBytes = budgetBytes;
    this.thread = new Thread(this::run, "kafka-probe");
    acks.forEach(word -> producers.put(word, null));
  }

  /** Watches this topic from now on. From any thread. */
  public TopicHealth watch(String topic) {
    return topics.computeIfAbsent(
        topic, name -> new TopicHealth(name, config.queueTimeoutMillis()));
  }

  /** Forgets the topics that are not among these. From any thread. */
  public void watchOnly(Set<String> names) {
    topics.keySet().retainAll(names);
  }

  /** Starts connecting; returns at once. */
  public void start() {
    thread.start();
  }

  /**
   * All topics together: READY if every one is, else the state of the worst while none is usable or
   * not all have been yet, else DEGRADED. So a topic that was forgotten shows at the first start,
   * and one that is lost later does not take the others' events away.
   */
  public KafkaState state() {
    KafkaState best = null;
    KafkaState worst = KafkaState.READY;
    for (TopicHealth topic : topics.values()) {
      KafkaState state = topic.state();
      best = best == null || state.compareTo(best) < 0 ? state : best;
      worst = state.compareTo(worst) > 0 ? state : worst;
    }
    if (best == null || worst.usable()) {
      return worst;
    }
    return best.usable() && wereAllUsable ? KafkaState.DEGRADED : worst;
  }

  /** Why the state is not READY, in a few words without secrets; empty if it is. */
  public String detail() {
    List<String> details =
        topics.values().stream()
            .map(TopicHealth::detail)
            .filter(detail -> !detail.isEmpty())
            .distinct()
            .toList();
    return details.size() <= 3
        ? String.join("; ", details)
        : details.get(0) + "; and " + (details.size() - 1) + " more";
  }

  /** Whether events of any stream are taken in. */
  public boolean accepting() {
    return topics.values().stream().anyMatch(TopicHealth::accepting);
  }

  /** What was last seen of each topic. */
  public List<TopicHealth> topics() {
    return List.copyOf(topics.values());
  }

  /**
   * The producer for this word; set before a topic first is {@link TopicHealth#accepting()}, and
   * then never unset.
   */
  public Producer<byte[], byte[]> producer(Acks acks) {
    synchronized (producers) {
      return producers.get(acks);
    }
  }

  private void run() {
    long backOffMillis = 100;
    try {
      do {
        probe();
        backOffMillis = state() == KafkaState.READY ? 1_000 : Math.min(1_000, backOffMillis * 2);
      } while (!closing.await(backOffMillis, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (admin != null) {
        admin.close(Duration.ZERO);
      }
    }
  }

  private void probe() throws InterruptedException {
    boolean answered = false;
    try {
      if (admin == null) {
        admin = Admin.create(config.adminProperties(PROBE_TIMEOUT_MILLIS));
      }
      Map<String, KafkaFuture<TopicDescription>> descriptions =
          admin.describeTopics(List.copyOf(topics.keySet())).topicNameValues();
      for (TopicHealth topic : topics()) {
        KafkaFuture<TopicDescription> description = descriptions.get(topic.topic());
        if (description != null) { // else it came in meanwhile
          answered |= probe(topic, description);
        }
      }
    } catch (RuntimeException e) {
      topics.values().forEach(topic -> failed(topic, e));
    }
    wereAllUsable |= topics.values().stream().allMatch(topic -> topic.state().usable());
    failures = answered ? 0 : failures + 1;
    if (failures > 0 && failures % FAILURES_BEFORE_A_NEW_CLIENT == 0 && admin != null) {
      // Whatever is wrong with it, a new one does not have it.
      admin.close(Duration.ZERO);
      admin = null;
    }
  }

  /** Returns whether Kafka answered, whatever it said. */
  private boolean probe(TopicHealth topic, KafkaFuture<TopicDescription> description)
      throws InterruptedException {
    try {
      List<TopicPartitionInfo> partitions = description.get().partitions();
      warmProducers(topic.topic());
      judge(topic, partitions);
      return true;
    } catch (ExecutionException e) {
      return failed(topic, e.getCause());
    } catch (RuntimeException e) {
      return failed(topic, e);
    }
  }

  private static void judge(TopicHealth topic, List<TopicPartitionInfo> partitions) {
    long led =
        partitions.stream()
            .filter(partition -> partition.leader() != null && !partition.leader().isEmpty())
            .count();
    String why =
        led + " of " + partitions.size() + " partitions of " + topic.topic() + " have a leader";
    if (led == partitions.size()) {
      topic.became(KafkaState.READY, "");
    } else if (led > 0) {
      topic.became(KafkaState.DEGRADED, why);
    } else {
      topic.became(KafkaState.UNREACHABLE, why);
    }
  }

  /**
   * Fetches the metadata before the first event needs it, and keeps the client from forgetting a
   * topic to which nothing was sent for minutes. Far from Kafka the first time takes longer than
   * one call may block, so the same producer is asked again at the next probe.
   */
  private void warmProducers(String topic) {
    for (Acks acks : List.copyOf(producers.keySet())) {
      Producer<byte[], byte[]> producer = producer(acks);
      if (producer == null) {
        producer = new KafkaProducer<>(config.producerProperties(budgetBytes, acks));
        synchronized (producers) {
          producers.put(acks, producer);
        }
      }
      producer.partitionsFor(topic);
    }
  }

  /** Returns whether Kafka answered. */
  private boolean failed(TopicHealth topic, Throwable cause) {
    if (cause instanceof UnknownTopicOrPartitionException) {
      topic.became(KafkaState.TOPIC_MISSING, "topic " + topic.topic() + " does not exist");
      return true;
    }
    if (cause instanceof AuthorizationException) {
      topic.became(KafkaState.TOPIC_MISSING, "topic " + topic.topic() + " may not be used");
      return true;
    }
    boolean never = topic.state() == KafkaState.CONNECTING;
    topic.became(
        never ? KafkaState.CONNECTING : KafkaState.UNREACHABLE,
        "no answer from " + config.bootstrapServers() + ": " + rootMessage(cause));
    return false;
  }

  private static String rootMessage(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage();
  }

  /** Closes the producers, after whatever they still hold is sent or given up on. */
  @Override
  public void close() {
    closing.countDown();
    boolean interrupted = false;
    try {
      thread.join(PROBE_TIMEOUT_MILLIS + 1_000L);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    List<Producer<byte[], byte[]>> open = new ArrayList<>();
    synchronized (producers) {
      open.addAll(producers.values());
    }
    for (Producer<byte[], byte[]> producer : open) {
      if (producer != null) {
        producer.close(interrupted ? Duration.ZERO : Duration.ofSeconds(2));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
