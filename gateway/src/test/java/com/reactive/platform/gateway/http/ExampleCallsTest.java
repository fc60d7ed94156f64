package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestGateway;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clients in {@code examples/clients} that call the publisher try again as statuses say, where
 * they can run: the one in Go where its modules are already.
 */
@Timeout(300)
class ExampleCallsTest {
  private static final Path EXAMPLES = Path.of("../examples/clients");

  @Test
  void grpcJavaTriesAgainUntilTheEventIsStored() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE)) {
      assertThat(triesAgain(server, java(server, "s"))).isZero();
    }
  }

  @Test
  void grpcJavaDoesNotSendAgainWhatIsRejected() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE)) {
      assertThat(exit(start(java(server, "")))).isEqualTo(1);
      assertThat(server.ledger().received()).isEqualTo(1);
    }
  }

  @Test
  void connectGo(@TempDir Path folder) throws Exception {
    String program = build(folder.resolve("publish"));
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE)) {
      assertThat(triesAgain(server, go(server, program, "s"))).isZero();
    }
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE)) {
      assertThat(exit(start(go(server, program, "")))).isEqualTo(1);
      assertThat(server.ledger().received()).isEqualTo(1);
    }
  }

  /** The first attempt is told that nothing was written; the exit code of the client. */
  private static int triesAgain(TestServer server, List<String> command) throws Exception {
    server.failure = new IOException("not written");
    Process client = start(command);
    TestGateway.await(
        "an attempt fails", () -> server.ledger().ended().get(Outcome.NOT_WRITTEN) > 0);
    server.failure = null;
    int exit = exit(client);
    assertThat(server.ledger().ended()).containsEntry(Outcome.ACKED, 1L);
    return exit;
  }

  private static List<String> java(TestServer server, String session) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        EXAMPLES.resolve("Publish.java").toString(),
        "localhost:" + server.port(),
        session);
  }

  private static List<String> go(TestServer server, String program, String session) {
    String event = "{\"sessionId\":\"" + session + "\",\"action\":\"increment\"}";
    return List.of(program, "http://localhost:" + server.port(), event);
  }

  private static String build(Path program) throws Exception {
    boolean installed =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "go")));
    assumeTrue(installed, "Go is not installed");
    ProcessBuilder build =
        new ProcessBuilder("go", "build", "-o", program.toString(), ".")
            .directory(EXAMPLES.resolve("connect-go").toFile())
            .inheritIO();
    build.environment().put("GOPROXY", "off");
    build.environment().put("GOTOOLCHAIN", "local");
    assumeTrue(exit(build.start()) == 0, "the modules of the client in Go are not here");
    return program.toString();
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).inheritIO().start();
  }

  private static int exit(Process process) throws InterruptedException {
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("it ends").isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
