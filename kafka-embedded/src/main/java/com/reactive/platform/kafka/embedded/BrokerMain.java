package com.reactive.platform.kafka.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The child JVM: one Kafka node that lives as long as its stdin stays open. Not for use by others;
 * it is public because the {@code java} command asks for it.
 *
 * <p>Arguments: the server.properties, the cluster id, {@link BrokerProtocol#TEMPORARY} or {@link
 * BrokerProtocol#KEPT} data, the ids of the nodes to wait for, then topics as {@code
 * name:partitions}. Exit codes: 0 stopped, 1 could not start, {@value #HALTED} ended without an
 * orderly shutdown.
 */
public final class BrokerMain {

  private static final int HALTED = 3;

  private static final Logger LOG = LoggerFactory.getLogger(BrokerMain.class);

  private final Path data;
  private final boolean temporary;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean serving;
  private volatile boolean orphaned;

  private BrokerMain(Path data, boolean temporary) {
    this.data = data;
    this.temporary = temporary;
  }

  /** Runs the node; ends the JVM. */
  public static void main(String[] args) {
    PrintStream parent = System.out;
    // Whatever a library prints belongs into the log, which is where the parent has put our stderr.
    System.setOut(System.err);
    try {
      Properties properties = new Properties();
      try (InputStream in = Files.newInputStream(Path.of(args[0]))) {
        properties.load(in);
      }
      Path data = Path.of(properties.getProperty("log.dirs"));
      FileChannel lock = lock(data);
      new BrokerMain(data, args[2].equals(BrokerProtocol.TEMPORARY)).run(properties, args, parent);
      lock.close();
      System.exit(0);
    } catch (Throwable e) {
      LOG.error("The node could not start", e);
      // Not exit(): what has started already would be waited for.
      Runtime.getRuntime().halt(1);
    }
  }

  private void run(Properties properties, String[] args, PrintStream parent) throws Exception {
    Thread watcher = new Thread(this::watchParent, "parent-watcher");
    watcher.setDaemon(true);
    watcher.start();

    KafkaConfig config = new KafkaConfig(properties);
    format(config, args[1]);
    KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
    server.startup();
    List<Integer> awaited = Arrays.stream(args[3].split(",", -1)).map(Integer::valueOf).toList();
    List<String> topics = Arrays.asList(args).subList(4, args.length);
    try (BrokerReadiness readiness = new BrokerReadiness(properties)) {
      readiness.awaitNodes(awaited);
      readiness.createTopics(topics);
    }
    serving = true;
    parent.println(BrokerProtocol.READY);
    parent.flush();

    ended.await();
    server.shutdown();
    server.awaitShutdown();
    discardIfOrphaned();
  }

  /**
   * Keeps a second broker off the folder, for as long as this process lives. Kafka has a lock too,
   * but a node that is controller as well takes it only after it has led, and written, the metadata
   * log in that folder.
   */
  private static FileChannel lock(Path data) throws IOException {
    Path file = data.resolveSibling(data.getFileName() + ".lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (channel.tryLock() == null) {
      throw new IOException(BrokerProtocol.LOCKED + file);
    }
    return channel;
  }

  private void format(KafkaConfig config, String clusterId) throws Exception {
    Formatter formatter =
        new Formatter()
            .setNodeId(config.nodeId())
            .setClusterId(clusterId)
            .addDirectory(data.toString())
            .setMetadataLogDirectory(config.metadataLogDir())
            .setControllerListenerName("CONTROLLER")
            .setIgnoreFormatted(true)
            // It prints every feature's level, in one long line, at each start.
            .setPrintStream(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    formatter.run();
  }

  /**
   * Reads stdin to its end. Then the main thread shuts down, and this one sees to it that it comes
   * to an end.
   */
  private void watchParent() {
    orphaned = !readToEnd();
    LOG.info(
        orphaned ? "The parent process is gone: shutting down" : "Asked to stop: shutting down");
    if (serving) {
      ended.countDown();
      sleepSeconds(BrokerProtocol.SHUTDOWN_SECONDS);
      LOG.warn("Not shut down after {} s: ending at once", BrokerProtocol.SHUTDOWN_SECONDS);
    }
    // A start in progress cannot be ended in good order, nor need it be.
    discardIfOrphaned();
    Runtime.getRuntime().halt(HALTED);
  }

  /** True if the parent ordered the stop, rather than just vanished. */
  private static boolean readToEnd() {
    boolean ordered = false;
    BufferedReader stdin =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    try {
      for (String line = stdin.readLine(); line != null; line = stdin.readLine()) {
        ordered |= line.equals(BrokerProtocol.STOP);
      }
    } catch (IOException e) {
      LOG.warn("stdin failed", e);
    }
    return ordered;
  }

  /** Temporary data is the parent's to delete; when it is gone, nobody else will. */
  private void discardIfOrphaned() {
    if (temporary && orphaned) {
      DataDir.deleteTreeQuietly(data);
    }
  }

  private static void sleepSeconds(long seconds) {
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } catch (InterruptedException e) {
      // Nobody interrupts this thread.
      Thread.currentThread().interrupt();
    }
  }
}
