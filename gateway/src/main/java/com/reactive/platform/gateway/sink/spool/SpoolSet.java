package com.reactive.platform.gateway.sink.spool;

import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.sink.kafka.KafkaConfig;
import com.reactive.platform.gateway.sink.kafka.KafkaConnection;
import com.reactive.platform.gateway.sink.kafka.ProducerHandle;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All spools: those of streams that ask for one, and those that have events from before. Each topic
 * has a directory of its own. Thread-safe once it is open.
 */
public final class SpoolSet implements Closeable {
  /** The most that is on its way from one spool to Kafka. */
  public static final long REPLAY_BYTES = SpoolReplayer.WINDOW_BYTES;

  private final Map<String, Spool> spools = new TreeMap<>();
  private final Map<String, Sends> sends = new TreeMap<>();
  private final List<SpoolReplayer> replays = new ArrayList<>();
  private final KafkaConfig kafka;
  private RandomAccessFile lockFile;

  private record Sends(CountingProducerHandle direct, KafkaConnection connection) {}

  private SpoolSet(KafkaConfig kafka) {
    this.kafka = kafka;
  }

  /**
   * Opens what is there, and makes what is needed. Blocks on disk, for as long as reading what is
   * there takes.
   *
   * @param topics those of streams that spool; if there are none and nothing is left from before,
   *     no file is made
   * @throws IOException with one sentence if it cannot be had
   */
  public static SpoolSet open(SpoolConfig config, KafkaConfig kafka, Set<String> topics)
      throws IOException {
    SpoolSet spools = new SpoolSet(kafka);
    if (topics.isEmpty() && !Files.isDirectory(config.dir())) {
      return spools;
    }
    try {
      SpoolFiles.createDirectories(config.dir());
      spools.lock(config.dir());
      Set<String> all = new TreeSet<>(topics);
      all.addAll(leftOver(config.dir()));
      for (String topic : all) {
        Path dir = config.dir().resolve(topic);
        SpoolFiles.createDirectories(dir);
        Spool spool = new Spool(topic, dir, config, System::currentTimeMillis, SegmentWriter::new);
        spools.spools.put(topic, spool);
      }
      return spools;
    } catch (IOException e) {
      spools.close();
      throw new IOException("spool.dir " + config.dir() + " cannot be used: " + e.getMessage(), e);
    }
  }

  private static List<String> leftOver(Path dir) throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .filter(file -> Files.isRegularFile(file.resolve("position")))
          .map(file -> file.getFileName().toString())
          .toList();
    }
  }

  private void lock(Path dir) throws IOException {
    // No topic can have that name, and with it a directory here.
    lockFile = new RandomAccessFile(dir.resolve("lock~").toFile(), "rw");
    FileLock lock;
    try {
      lock = lockFile.getChannel().tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new IOException("another gateway uses it; each needs a directory of its own");
    }
  }

  /** The spool of this topic; null if there is none. */
  public Spool of(String topic) {
    return spools.get(topic);
  }

  /** All of them. */
  public List<Spool> all() {
    return List.copyOf(spools.values());
  }

  /**
   * What sends the batches of this topic, which has a spool.
   *
   * @param connection tells whether Kafka is away
   * @param link where events go directly
   * @param direct makes what sends by the link that it is given
   */
  public BatchSender around(
      String topic,
      KafkaConnection connection,
      ProducerHandle link,
      Function<ProducerHandle, BatchSender> direct) {
    CountingProducerHandle counted = new CountingProducerHandle(link);
    sends.put(topic, new Sends(counted, connection));
    return new SpoolingSink(
        spools.get(topic), direct.apply(counted), () -> connection.away(topic), counted::away);
  }

  /** Replays from now on, whenever Kafka is there. */
  public void start() {
    for (Spool spool : spools.values()) {
      Sends its = sends.get(spool.topic());
      SpoolReplayer replay =
          new SpoolReplayer(
              spool,
              () -> kafka.patientProducer(SpoolReplayer.WINDOW_BYTES),
              () -> its == null || (its.direct.open() == 0 && !its.connection.away(spool.topic())));
      replays.add(replay);
      replay.start();
    }
  }

  /** Stops; what is left in the spools stays there. To be called when nothing comes any more. */
  @Override
  public void close() {
    replays.forEach(SpoolReplayer::stop); // all at once, so that they do not wait in turn
    replays.forEach(SpoolReplayer::close);
    spools.values().forEach(Spool::close);
    if (lockFile != null) {
      SpoolFiles.close(lockFile);
    }
  }
}
