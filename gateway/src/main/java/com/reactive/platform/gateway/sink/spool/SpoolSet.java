package com.reactive.platform.gateway.sink.spool;

import com.reactive.platform.gateway.sink.SinkConnection;
import com.reactive.platform.gateway.sink.SinkFactory;
import com.reactive.platform.gateway.sink.SpoolableSink;
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
import java.util.stream.Stream;

/**
 * All spools: those of streams that ask for one, and those that have events from before. Each topic
 * has a directory of its own. Thread-safe once it is open.
 */
public final class SpoolSet implements Closeable {
  /** The most that is on its way from one spool to Kafka. */
  public static final long REPLAY_BYTES = SpoolReplayer.WINDOW_BYTES;

  private final Map<String, Spool> spools = new TreeMap<>();

  /** By topic, the sinks that events take while nothing is in the spool. */
  private final Map<String, SpoolableSink> directSinks = new TreeMap<>();

  private final List<SpoolReplayer> replays = new ArrayList<>();
  private RandomAccessFile lockFile;

  private SpoolSet() {}

  /**
   * Opens what is there, and makes what is needed. Blocks on disk, for as long as reading what is
   * there takes.
   *
   * @param topics those of streams that spool; if there are none and nothing is left from before,
   *     no file is made
   * @throws IOException with one sentence if it cannot be had
   */
  public static SpoolSet open(SpoolConfig config, Set<String> topics) throws IOException {
    SpoolSet spools = new SpoolSet();
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
      throw new IOException("cannot use spool.dir " + config.dir() + ": " + e.getMessage(), e);
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
      throw new IOException("another gateway uses it; each gateway needs its own directory");
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

  /** Events in all spools. */
  public long events() {
    return spools.values().stream().mapToLong(Spool::events).sum();
  }

  /** Makes sinks that spool where the profile says so, and the connection's own elsewhere. */
  public SinkFactory inFrontOf(SinkConnection connection) {
    return (profile, topics, metrics) -> {
      String topic = profile.spool();
      if (topic.isEmpty()) {
        return connection.create(profile, topics, metrics);
      }
      SpoolableSink direct = connection.createSpoolable(profile, topics, metrics);
      directSinks.put(topic, direct);
      return new SpoolingSink(spools.get(topic), direct, () -> connection.isAway(topic));
    };
  }

  /** Replays by this connection from now on, whenever it is there. Every sink has been made. */
  public void start(SinkConnection connection) {
    for (Spool spool : spools.values()) {
      SpoolableSink direct = directSinks.get(spool.topic());
      SpoolReplayer replay =
          new SpoolReplayer(
              spool,
              () -> connection.openOrdered(SpoolReplayer.WINDOW_BYTES),
              () ->
                  direct == null
                      || (direct.openEvents() == 0 && !connection.isAway(spool.topic())));
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
