package com.reactive.platform.outbox;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Postgres server in a process of its own, of the programs that are installed on this machine, on
 * the loopback interface: for a first look, and for tests. Started by root it runs as nobody, since
 * Postgres refuses to run as root.
 */
public final class LocalPostgres implements AutoCloseable {
  public static final String USER = "reactive";
  public static final String PASSWORD = "reactive";

  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final long READY_SECONDS = 60;
  private static final long STOP_SECONDS = 20;
  private static final long LOOK_MILLIS = 25;

  private final Path programs;
  private final Path dataDir;
  private final int port;
  private final Process process;

  private LocalPostgres(Path programs, Path dataDir, int port) throws IOException {
    this.programs = programs;
    this.dataDir = dataDir;
    this.port = port;
    this.process =
        asUser(
                programs.resolve("postgres").toString(),
                "-D",
                dataDir.toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "wal_level=logical")
            .start();
  }

  /** The folder of Postgres's programs, the newest version first; empty if none is installed. */
  public static Optional<Path> programs() {
    List<Path> folders = new ArrayList<>();
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      folders.add(Path.of(folder));
    }
    if (Files.isDirectory(DEBIAN)) {
      try (Stream<Path> versions = Files.list(DEBIAN)) {
        versions
            .sorted((a, b) -> Integer.compare(version(b), version(a)))
            .map(version -> version.resolve("bin"))
            .forEach(folders::add);
      } catch (IOException e) {
        // Then those on the path.
      }
    }
    return folders.stream()
        .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
        .filter(folder -> Files.isExecutable(folder.resolve("postgres")))
        .findFirst();
  }

  private static int version(Path folder) {
    String name = folder.getFileName().toString();
    return name.matches("\\d{1,4}") ? Integer.parseInt(name) : 0;
  }

  /**
   * Starts a server; blocks until it takes connections.
   *
   * @param dataDir made if it is not there; below folders that anybody may enter, if this is root
   * @param port 0: any free one
   * @throws IOException with one clear sentence if it cannot be started
   */
  public static LocalPostgres start(Path dataDir, int port)
      throws IOException, InterruptedException {
    Path programs =
        programs()
            .orElseThrow(
                () ->
                    new IOException(
                        "Postgres is not installed; on Debian: apt-get install postgresql"));
    if (!Files.exists(dataDir.resolve("PG_VERSION"))) {
      create(programs, dataDir);
    }
    if (Files.exists(dataDir.resolve("postmaster.pid"))) {
      // Whoever started it was killed, and it may run still.
      stop(programs, dataDir);
    }
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    int used = port == 0 ? freePort() : port;
    while (true) {
      LocalPostgres server = new LocalPostgres(programs, dataDir, used);
      try {
        if (server.becomesReady(deadlineNanos)) {
          return server;
        }
        // The children of a server that was killed hold its memory for a moment, and it refuses to
        // start.
        server.close();
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (IOException | InterruptedException | RuntimeException e) {
        server.close();
        throw e;
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void create(Path programs, Path dataDir) throws IOException, InterruptedException {
    Files.createDirectories(dataDir);
    Path password = Files.createTempFile("postgres", ".password");
    try {
      Files.writeString(password, PASSWORD);
      if (isRoot()) {
        run(new ProcessBuilder("chown", "nobody:", dataDir.toString(), password.toString()));
      }
      run(
          asUser(
              programs.resolve("initdb").toString(),
              "-D",
              dataDir.toString(),
              "-U",
              USER,
              "--pwfile=" + password,
              "--auth=scram-sha-256",
              "--encoding=UTF8",
              "--locale=C"));
    } finally {
      Files.deleteIfExists(password);
    }
  }

  private static void run(ProcessBuilder command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("postgres", ".out");
    try {
      int code = command.redirectOutput(output.toFile()).start().waitFor();
      if (code != 0) {
        throw new IOException(command.command() + " failed: " + Files.readString(output).strip());
      }
    } finally {
      Files.deleteIfExists(output);
    }
  }

  /** What it says goes nowhere, unless it is redirected. */
  private static ProcessBuilder asUser(String... command) {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
    }
    all.addAll(List.of(command));
    return new ProcessBuilder(all)
        .directory(new File("/"))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Returns false if it has ended before, and there is time for another one. */
  private boolean becomesReady(long deadlineNanos) throws IOException, InterruptedException {
    while (true) {
      try {
        DriverManager.getConnection("jdbc:" + url(), USER, PASSWORD).close();
        return true;
      } catch (SQLException e) {
        if (System.nanoTime() > deadlineNanos) {
          throw new IOException(
              "Postgres did not start with data in " + dataDir + ": " + e.getMessage(), e);
        }
        if (!process.isAlive()) {
          return false;
        }
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /** As {@code outbox.url} has it. */
  public String url() {
    return "postgresql://127.0.0.1:" + port + "/postgres";
  }

  /** With the login, for {@code psql}. */
  public String psqlUrl() {
    return url().replace("//", "//" + USER + ":" + PASSWORD + "@");
  }

  public int port() {
    return port;
  }

  public long pid() {
    return process.pid();
  }

  /** Ends it at once, as a crash would. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Shuts it down without waiting for its clients. */
  @Override
  public void close() {
    try {
      if (process.isAlive() && !stop(programs, dataDir)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Returns false if none runs, or it does not stop. */
  private static boolean stop(Path programs, Path dataDir)
      throws IOException, InterruptedException {
    ProcessBuilder stop =
        asUser(
            programs.resolve("pg_ctl").toString(),
            "stop",
            "-D",
            dataDir.toString(),
            "-m",
            "fast",
            "-t",
            Long.toString(STOP_SECONDS));
    return stop.start().waitFor() == 0;
  }
}
