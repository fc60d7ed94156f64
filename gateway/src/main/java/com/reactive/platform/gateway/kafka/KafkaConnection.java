package com.reactive.platform.gateway.kafka;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the producer up, and keeps watching whether Kafka can take events.
 *
 * <p>A thread of its own does both, because both can block: an unresolvable host makes the client's
 * constructor throw, a missing broker makes the first metadata request wait. Nothing else waits for
 * it; {@link #accepting()} tells the front end whether to take events in.
 */
public final class KafkaConnection implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(KafkaConnection.class);
  private static final int PROBE_TIMEOUT_MILLIS = 2_000;
  private static final int FAILURES_BEFORE_A_NEW_CLIENT = 20;

  private final KafkaConfig config;
  private final long budgetBytes;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);

  private volatile Producer<byte[], byte[]> producer;
  private volatile KafkaState state = KafkaState.CONNECTING;
  private volatile String detail = "not tried yet";
  private volatile long lastUsableNanos;

  /** The probe's own: its client, how often in a row that failed, and a producer not yet warm. */
  private Admin admin;

  private int failures;
  private Producer<byte[], byte[]> warming;

  /**
   * Prepares the connection; nothing is tried yet.
   *
   * @param budgetBytes the most that the batcher ever holds
   */
  public KafkaConnection(KafkaConfig config, long budgetBytes) {
    this.config = config;
    this.budgetBytes = budgetBytes;
    this.thread = new Thread(this::run, "kafka-probe");
    this.lastUsableNanos =
        System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(config.queueTimeoutMillis());
  }

  /** Starts connecting; returns at once. */
  public void start() {
    thread.start();
  }

  public KafkaState state() {
    return state;
  }

  /** Why the state is not READY, in a few words without secrets; empty if it is. */
  public String detail() {
    return detail;
  }

  /**
   * Whether an event taken in now has a fair chance. A blip does not end it: events are held for as
   * long as they may wait in the queue anyway; after that, clients are better told at once.
   */
  public boolean accepting() {
    return switch (state) {
      case READY, DEGRADED -> true;
      case CONNECTING, TOPIC_MISSING -> false;
      case UNREACHABLE ->
          System.nanoTime() - lastUsableNanos
              < TimeUnit.MILLISECONDS.toNanos(config.queueTimeoutMillis());
    };
  }

  /** The producer; set before {@link #accepting()} first answers true, and then never unset. */
  public Producer<byte[], byte[]> producer() {
    return producer;
  }

  private void run() {
    long backOffMillis = 100;
    try {
      do {
        probe();
        backOffMillis = state == KafkaState.READY ? 1_000 : Math.min(1_000, backOffMillis * 2);
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
    try {
      if (admin == null) {
        admin = Admin.create(config.adminProperties(PROBE_TIMEOUT_MILLIS));
      }
      List<TopicPartitionInfo> partitions =
          admin
              .describeTopics(List.of(config.topic()))
              .topicNameValues()
              .get(config.topic())
              .get()
              .partitions();
      warmProducer();
      failures = 0;
      judge(partitions);
    } catch (ExecutionException e) {
      failed(e.getCause());
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  private void judge(List<TopicPartitionInfo> partitions) {
    long led =
        partitions.stream()
            .filter(partition -> partition.leader() != null && !partition.leader().isEmpty())
            .count();
    String why = led + " of " + partitions.size() + " partitions have a leader";
    if (led == partitions.size()) {
      became(KafkaState.READY, "");
    } else if (led > 0) {
      became(KafkaState.DEGRADED, why);
    } else {
      became(KafkaState.UNREACHABLE, why);
    }
  }

  /**
   * Fetches the metadata before the first event needs it. Far from Kafka that takes longer than one
   * call may block, so the same producer is asked again at the next probe.
   */
  private void warmProducer() {
    if (producer == null) {
      if (warming == null) {
        warming = new KafkaProducer<>(config.producerProperties(budgetBytes));
      }
      warming.partitionsFor(config.topic());
      producer = warming;
    }
  }

  private void failed(Throwable cause) {
    failures++;
    if (failures % FAILURES_BEFORE_A_NEW_CLIENT == 0 && admin != null) {
      // Whatever is wrong with it, a new one does not have it.
      admin.close(Duration.ZERO);
      admin = null;
    }
    if (cause instanceof UnknownTopicOrPartitionException) {
      became(KafkaState.TOPIC_MISSING, "topic " + config.topic() + " does not exist");
    } else if (cause instanceof AuthorizationException) {
      became(KafkaState.TOPIC_MISSING, "topic " + config.topic() + " may not be used");
    } else {
      KafkaState next = producer == null ? KafkaState.CONNECTING : KafkaState.UNREACHABLE;
      became(next, "no answer from " + config.bootstrapServers() + ": " + rootMessage(cause));
    }
  }

  private void became(KafkaState next, String why) {
    if (next.usable()) {
      lastUsableNanos = System.nanoTime();
    }
    detail = why;
    if (next != state) {
      log.info("Kafka is {}{}", next.text(), why.isEmpty() ? "" : ": " + why);
    }
    state = next;
  }

  private static String rootMessage(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage();
  }

  /** Closes the producer, after whatever it still holds is sent or given up on. */
  @Override
  public void close() {
    closing.countDown();
    boolean interrupted = false;
    try {
      thread.join(PROBE_TIMEOUT_MILLIS + 1_000L);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (warming != null) {
      warming.close(interrupted ? Duration.ZERO : Duration.ofSeconds(2));
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
