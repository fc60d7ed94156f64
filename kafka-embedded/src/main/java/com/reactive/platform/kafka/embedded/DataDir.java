package com.reactive.platform.kafka.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The folder of a cluster:
 *
 * <pre>
 *   cluster.properties     cluster id and number of nodes: what a restart must find unchanged
 *   node-1/                the broker's own data
 *   node-1.log             its log
 *   node-1.lock            held by its process
 *   node-1.properties      the server.properties of its last start
 * </pre>
 */
record DataDir(Path root, boolean temporary, String clusterId) {

  /** Less than this is no room for a broker: its own metadata and a few segments' indexes. */
  static final long MIN_FREE_BYTES = 64L << 20;

  private static final String CLUSTER_ID = "cluster.id";
  private static final String NODES = "nodes";

  /**
   * @param kept the folder to use and to leave behind, or null for a temporary one
   */
  static DataDir open(Path kept, int nodes) {
    Path root = kept == null ? null : kept.toAbsolutePath().normalize();
    try {
      root =
          root == null
              ? Files.createTempDirectory("reactive-kafka-")
              : Files.createDirectories(root);
      requireRoom(root);
      return new DataDir(root, kept == null, clusterId(root, nodes));
    } catch (IOException e) {
      String folder = root == null ? System.getProperty("java.io.tmpdir") : root.toString();
      throw new EmbeddedKafkaException(
          "cannot write to data folder " + folder + ": " + reason(e), e);
    }
  }

  /** True if a broker runs on this folder. One that starts while this looks fails. */
  static boolean isInUse(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      return false;
    }
    try (DirectoryStream<Path> locks = Files.newDirectoryStream(root, "node-*.lock")) {
      for (Path file : locks) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          if (channel.tryLock() == null) {
            return true;
          }
        }
      }
    }
    return false;
  }

  Path data(int node) {
    return root.resolve("node-" + node);
  }

  Path log(int node) {
    return root.resolve("node-" + node + ".log");
  }

  Path properties(int node) {
    return root.resolve("node-" + node + ".properties");
  }

  long freeBytes() {
    try {
      return Files.getFileStore(root).getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  void write(int node, Properties properties) {
    try (OutputStream out = Files.newOutputStream(properties(node))) {
      properties.store(out, "Written at each start of this node; edits are lost");
    } catch (IOException e) {
      throw new EmbeddedKafkaException("cannot write to data folder " + root + ": " + reason(e), e);
    }
  }

  /**
   * Deletes a temporary folder; with {@code keepLogs} the brokers' logs stay, for whoever reads the
   * error.
   */
  void deleteIfTemporary(boolean keepLogs) {
    if (!temporary) {
      return;
    }
    try (Stream<Path> top = Files.list(root)) {
      top.filter(path -> !keepLogs || !path.toString().endsWith(".log"))
          .forEach(DataDir::deleteTreeQuietly);
    } catch (IOException e) {
      // Already gone.
    }
    if (!keepLogs) {
      deleteTreeQuietly(root);
    }
  }

  private static void deleteTree(Path top) {
    try (Stream<Path> tree = Files.walk(top)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Deletes a tree. The rest of it stays if something cannot be deleted: it lies in the temporary
   * folder, and nothing depends on it.
   */
  static void deleteTreeQuietly(Path top) {
    try {
      deleteTree(top);
    } catch (UncheckedIOException e) {
      // As said.
    }
  }

  private static void requireRoom(Path root) throws IOException {
    long free = Files.getFileStore(root).getUsableSpace();
    if (free < MIN_FREE_BYTES) {
      throw new EmbeddedKafkaException(
          "the disk that holds "
              + root
              + " is full ("
              + (free >> 20)
              + " MiB free, a broker needs "
              + (MIN_FREE_BYTES >> 20)
              + ")");
    }
  }

  private static String clusterId(Path root, int nodes) throws IOException {
    Path file = root.resolve("cluster.properties");
    Properties cluster = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      cluster.load(in);
    } catch (NoSuchFileException e) {
      cluster.setProperty(CLUSTER_ID, newClusterId());
      cluster.setProperty(NODES, Integer.toString(nodes));
      try (OutputStream out = Files.newOutputStream(file)) {
        cluster.store(out, "What a restart must find unchanged");
      }
    }
    String id = cluster.getProperty(CLUSTER_ID);
    String had = cluster.getProperty(NODES);
    if (id == null || had == null) {
      throw new EmbeddedKafkaException(
          file + " is damaged: it lacks " + CLUSTER_ID + " or " + NODES);
    }
    if (!had.equals(Integer.toString(nodes))) {
      throw new EmbeddedKafkaException(
          "data folder " + root + " holds a cluster of " + had + " node(s), not of " + nodes);
    }
    return id;
  }

  /**
   * Sixteen random bytes in URL-safe base64, the form of Kafka's ids; its command line tools want
   * no leading dash.
   */
  private static String newClusterId() {
    SecureRandom random = new SecureRandom();
    ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
    bytes.putLong(random.nextLong() & Long.MAX_VALUE).putLong(random.nextLong());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  /**
   * File system exceptions put the path first and often nothing else: their reason, or else their
   * name, says more.
   */
  private static String reason(IOException e) {
    if (e instanceof FileSystemException fse && fse.getReason() != null) {
      return fse.getReason();
    }
    return e instanceof FileSystemException ? e.getClass().getSimpleName() : e.getMessage();
  }
}
