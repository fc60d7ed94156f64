package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that may have fewer files open than clients connect. */
@EnabledOnOs(OS.LINUX)
class OpenFilesTest {
  private static final int LIMIT = 400;
  private static final Pattern PORTS = Pattern.compile("ports (\\d+) (\\d+)");
  private static final String LIVEZ = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String NOTHING = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String SENTENCE = " port accepts no connections until file descriptors";

  @TempDir private Path folder;

  @Test
  void acceptingPausesAndGoesOnWithOneSentenceForEachPort() throws Exception {
    long startNanos = System.nanoTime();
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n " + LIMIT + "; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                OpenFilesTest.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    List<WireClient> crowd = new ArrayList<>();
    try {
      TestGateway.await("it listens", () -> PORTS.matcher(read(log)).find());
      Matcher ports = PORTS.matcher(read(log));
      assertThat(ports.find()).isTrue();
      int http = Integer.parseInt(ports.group(1));
      int admin = Integer.parseInt(ports.group(2));
      // The classes of a response, too, are files here, and would not be found without descriptors.
      assertThat(status(http, NOTHING)).isEqualTo(404);
      assertThat(status(admin, LIVEZ)).isEqualTo(200);

      for (int i = 0; i < LIMIT; i++) {
        crowd.add(new WireClient(http));
      }
      TestGateway.await("the data port is told", () -> read(log).contains("data" + SENTENCE));
      try (WireClient prober = new WireClient(admin)) {
        prober.send(LIVEZ);
        TestGateway.await("the admin port is told", () -> read(log).contains("admin" + SENTENCE));
        for (WireClient client : crowd) {
          client.close();
        }
        assertThat(prober.read().status()).as("it waited").isEqualTo(200);
      }
      assertThat(status(http, NOTHING)).isEqualTo(404);
      assertThat(process.isAlive()).isTrue();
      long minutes = TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - startNanos);
      assertThat(read(log).lines().filter(line -> line.contains(SENTENCE)).count())
          .as("once a minute for each port")
          .isBetween(2L, 2 + 2 * minutes);
      // From JDK 24 on, the JVM itself warns at the start that Netty loads a library.
      assertThat(read(log).lines().filter(line -> !line.startsWith("WARNING: ")))
          .noneMatch(line -> line.contains("io.netty"));
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static int status(int port, String request) throws IOException {
    try (WireClient client = new WireClient(port)) {
      client.send(request);
      return client.read().status();
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The gateway itself, without a Kafka. Ends with its parent, which closes the standard input. */
  public static void main(String[] args) throws Exception {
    Gateway gateway = TestGateway.startWithoutWaiting("127.0.0.1:9", "t", Map.of());
    System.out.println("ports " + gateway.httpPort() + " " + gateway.adminPort());
    while (System.in.read() >= 0) {
      // Nobody writes; this waits for the end.
    }
    System.exit(0);
  }
}
