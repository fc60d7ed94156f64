package com.reactive.platform.kafka.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One broker of an {@link EmbeddedKafka}, to be killed, paused and started again by tests. All
 * methods may be called from any thread; those that change the process block until it has changed.
 */
public final class BrokerNode {

  /** System property: an archive of the broker's classes (CDS), which has it start sooner. */
  static final String ARCHIVE = "reactive.broker.archive";

  /** System property: the file to write the names of all classes to that the broker loads. */
  static final String RECORD = "reactive.broker.record";

  private final int id;
  private final List<Ports> cluster;
  private final DataDir dir;
  private final BrokerSettings settings;
  private BrokerProcess process;
  private boolean closed;

  BrokerNode(int id, List<Ports> cluster, DataDir dir, BrokerSettings settings) {
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

  /** Whether there is a process; true also while it is paused or still starting. */
  public boolean isAlive() {
    return process().isAlive();
  }

  /** Does this, on a thread of the JDK's, when the process that runs now is gone. */
  public void onExit(Runnable action) {
    process().onExit().thenRun(action);
  }

  /** How the process ended and the last lines of its log; empty while there is one. */
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
      Waiting.untilReady(List.of(this), settings.startTimeout());
    }
  }

  /**
   * SIGSTOP: the process stands still, its connections stay open. A paused broker survives the kill
   * -9 of this process, for it cannot notice; every orderly end resumes it.
   *
   * @throws EmbeddedKafkaException when there is no process
   */
  public void pause() {
    process().signal("STOP");
  }

  /**
   * SIGCONT.
   *
   * @throws EmbeddedKafkaException when there is no process
   */
  public void resume() {
    process().signal("CONT");
  }

  Ports ports() {
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
    ports().requireFree();
    dir.write(id, ServerProperties.of(id, cluster, dir.data(id), settings));
    process = BrokerProcess.spawn("kafka-node-" + id, command(awaited, topics), log());
    return true;
  }

  /** No process is started any more; returns whether there is one to be ended. */
  synchronized boolean closeForGood() {
    closed = true;
    return process != null && process.isAlive();
  }

  /**
   * Whether a stopping broker has flushed and closed its logs; Kafka deletes the mark when it
   * starts.
   */
  boolean hasFlushed() {
    return Files.exists(dir.data(id).resolve(".kafka_cleanshutdown"));
  }

  synchronized BrokerProcess process() {
    if (process == null) {
      throw new IllegalStateException("node " + id + " was never started");
    }
    return process;
  }

  /** Why a dead process did not become ready. */
  EmbeddedKafkaException failure() {
    BrokerProcess dead = process();
    String what =
        "Kafka node " + id + " ended with exit code " + dead.exitCode() + " while starting";
    return explain(what, dead);
  }

  EmbeddedKafkaException timedOut(Duration timeout) {
    String what =
        "Kafka node " + id + " did not answer within " + timeout.toMillis() / 1000.0 + " s";
    return explain(what, process());
  }

  private EmbeddedKafkaException explain(String what, BrokerProcess process) {
    return StartFailure.explain(what, log(), dir.root(), process.said(), dir.freeBytes());
  }

  private List<String> command(Set<Integer> awaited, Map<String, Integer> topics) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmFlags(settings, log(), Runtime.version().feature()));
    command.addAll(List.of("-cp", BrokerLib.classPath(), BrokerMain.class.getName()));
    command.add(dir.properties(id).toString());
    command.add(dir.clusterId());
    command.add(dir.temporary() ? BrokerMain.TEMPORARY : BrokerMain.KEPT);
    command.add(
        new TreeSet<>(awaited).stream().map(String::valueOf).collect(Collectors.joining(",")));
    topics.forEach((name, partitions) -> command.add(name + ":" + partitions));
    return command;
  }

  static List<String> jvmFlags(BrokerSettings settings, Path log, int javaVersion) {
    List<String> flags = new ArrayList<>();
    flags.add("-Xmx" + settings.heapMegabytes() + "m");
    flags.add("-XX:+UseSerialGC");
    flags.add("-XX:+ExitOnOutOfMemoryError");
    flags.add("-XX:-UsePerfData");
    if (!settings.fullJit()) {
      flags.add("-XX:TieredStopAtLevel=1");
    }
    if (javaVersion >= 24) {
      flags.add("--sun-misc-unsafe-memory-access=allow");
      flags.add("--enable-native-access=ALL-UNNAMED");
    }
    if (System.getProperty(ARCHIVE) != null) {
      flags.add("-XX:SharedArchiveFile=" + System.getProperty(ARCHIVE));
      // Where it was made for; one that does not fit is not used, without a word in the log.
      flags.add("-XX:+UnlockDiagnosticVMOptions");
      flags.add("-XX:ArchiveRelocationMode=0");
      flags.add("-Xlog:cds*=off");
    }
    if (System.getProperty(RECORD) != null) {
      flags.add("-XX:DumpLoadedClassList=" + System.getProperty(RECORD));
    }
    flags.add("-Djava.awt.headless=true");
    flags.add("-Dlog4j2.configurationFile=classpath:" + BrokerMain.LOG_CONFIG);
    flags.add("-Dreactive.broker.log=" + log);
    return flags;
  }
}
