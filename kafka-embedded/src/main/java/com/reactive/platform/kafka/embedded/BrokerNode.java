package com.reactive.platform.kafka.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One broker of an {@link EmbeddedKafka}, to be killed, paused and started again by tests. All
 * methods may be called from any thread; those that change the process block until it has changed.
 */
public final class BrokerNode {
  /** Polled, so that what happens to any of several nodes is seen at once. */
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final Duration PORT_PATIENCE = Duration.ofSeconds(15);

  private final int id;
  private final List<NodePorts> cluster;
  private final DataDir dir;
  private final BrokerSettings settings;
  private BrokerProcess process;
  private boolean closed;

  BrokerNode(int id, List<NodePorts> cluster, DataDir dir, BrokerSettings settings) {
    this.id = id;
    this.cluster = cluster;
    this.dir = dir;
    this.settings = settings;
  }

  /** 1, 2 or 3; Kafka's node id as well. */
  public int id() {
    return id;
  }

  /** The port on 127.0.0.1 that clients connect to; the same over restarts. */
  public int port() {
    return ports().client();
  }

  /** The port on 127.0.0.1 of a listener that the builder added; the same over restarts. */
  public int port(String listener) {
    return ports().more().get(listener);
  }

  /** Of the running process, or of the last one that ran. */
  public long pid() {
    return process().pid();
  }

  /** The broker's log; one file over restarts. It is rolled when it gets large. */
  public Path log() {
    return dir.log(id);
  }

  /** True if there is a process, also while it is paused or still starting. */
  public boolean isAlive() {
    return process().isAlive();
  }

  /** Does this, on a thread of the JDK's, when the process that runs now is gone. */
  public void onExit(Runnable action) {
    process().onExit().thenRun(action);
  }

  /** The way the process ended and the last lines of its log; empty while there is one. */
  public Optional<String> ended() {
    BrokerProcess last = process();
    if (last.isAlive()) {
      return Optional.empty();
    }
    String what = "Kafka node " + id + " ended with exit code " + last.exitCode();
    return Optional.of(explain(what, last).getMessage());
  }

  /** SIGKILL. Returns when the process is gone; does nothing if it already is. */
  public void kill() {
    process().kill();
  }

  /**
   * Lets the broker hand over its partitions, flush and end; kills it when that takes more than
   * some ten seconds, as when the others are gone. Resumes a paused broker first. Does nothing if
   * there is no process.
   */
  public void stop() {
    BrokerProcess running = process();
    running.requestStop();
    running.awaitStopped();
  }

  /**
   * Starts the broker again, on the same ports and data, and returns when it is a serving member of
   * its cluster: three nodes need two alive for that. Does nothing if there is a process.
   *
   * @throws EmbeddedKafkaException when it ends or does not answer within the start timeout; it is
   *     dead then
   * @throws IllegalStateException after {@link EmbeddedKafka#close}
   */
  public void start() {
    if (launch(Set.of(id), Map.of())) {
      awaitReady(List.of(this), settings.startTimeout());
    }
  }

  /**
   * SIGSTOP: when this returns, the process stands still; its connections stay open. A paused
   * broker survives the kill -9 of this process, for it cannot notice; every orderly end resumes
   * it.
   *
   * @throws EmbeddedKafkaException when there is no process
   */
  public void pause() {
    process().pause();
  }

  /**
   * SIGCONT.
   *
   * @throws EmbeddedKafkaException when there is no process
   */
  public void resume() {
    process().signal("CONT");
  }

  NodePorts ports() {
    return cluster.get(id - 1);
  }

  /**
   * Spawns the process and returns at once; false if there is one.
   *
   * @param awaited ids of the nodes that must serve before this one reports ready
   * @param topics created by this node before it reports ready
   */
  synchronized boolean launch(Set<Integer> awaited, Map<String, Integer> topics) {
    if (closed) {
      throw new IllegalStateException("this Kafka is closed");
    }
    if (process != null && process.isAlive()) {
      return false;
    }
    // Back on its old ports it waits for whoever took one meanwhile; at first it takes others.
    ports().awaitFree(process == null ? Duration.ZERO : PORT_PATIENCE);
    dir.write(id, ServerProperties.of(id, cluster, dir.data(id), settings));
    List<String> command = BrokerCommand.of(id, dir, settings, awaited, topics);
    process = BrokerProcess.spawn("kafka-node-" + id, command, log());
    return true;
  }

  /** No process is started any more; returns whether there is one to be ended. */
  synchronized boolean closeForGood() {
    closed = true;
    return process != null && process.isAlive();
  }

  synchronized BrokerProcess process() {
    if (process == null) {
      throw new IllegalStateException("node " + id + " was never started");
    }
    return process;
  }

  /** Returns when all are ready; otherwise kills them and throws. */
  static void awaitReady(List<BrokerNode> starting, Duration timeout) {
    long startNanos = System.nanoTime();
    try {
      while (!starting.stream().allMatch(node -> node.process().isReady())) {
        for (BrokerNode node : starting) {
          if (!node.isAlive()) {
            throw node.failure();
          }
          if (System.nanoTime() - startNanos > timeout.toNanos() && !node.process().isReady()) {
            throw node.timedOut(timeout);
          }
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new EmbeddedKafkaException("interrupted while Kafka was starting");
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    } catch (EmbeddedKafkaException e) {
      starting.forEach(BrokerNode::kill);
      throw e;
    }
  }

  /**
   * Returns when no process is left that anything is to be expected from, or the bound is reached.
   */
  static void awaitStopped(List<BrokerNode> stopping) {
    long startNanos = System.nanoTime();
    while (System.nanoTime() - startNanos < BrokerProcess.STOP_NANOS
        && !Thread.currentThread().isInterrupted()) {
      List<BrokerNode> alive = stopping.stream().filter(BrokerNode::isAlive).toList();
      // The last of several has only its controller left, which would seek a successor among the
      // dead for 5 s.
      boolean lastOne = stopping.size() > 1 && alive.size() == 1 && alive.get(0).hasFlushed();
      if (alive.isEmpty() || lastOne) {
        return;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /**
   * True once a stopping broker has flushed and closed its logs; Kafka deletes the mark at a start.
   */
  private boolean hasFlushed() {
    return Files.exists(dir.data(id).resolve(".kafka_cleanshutdown"));
  }

  /** The reason for which a dead process did not become ready. */
  private EmbeddedKafkaException failure() {
    BrokerProcess dead = process();
    String what =
        "Kafka node " + id + " ended with exit code " + dead.exitCode() + " while starting";
    return explain(what, dead);
  }

  private EmbeddedKafkaException timedOut(Duration timeout) {
    String what =
        "Kafka node " + id + " did not answer within " + timeout.toMillis() / 1000.0 + " s";
    return explain(what, process());
  }

  private EmbeddedKafkaException explain(String what, BrokerProcess process) {
    return StartFailure.explain(what, log(), dir.root(), process.said(), dir.freeBytes());
  }
}
