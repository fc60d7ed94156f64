package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clients in {@code examples/clients} try again as responses say, where they can run. */
class ExampleClientsTest {
  private static final Path EXAMPLES = Path.of("../examples/clients");
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
  private static final String CREATED = "{\"eventId\":\"e\",\"partition\":3,\"offset\":42}";

  private record Answer(int status, String body) {
    static Answer problem(int status, boolean retryable) {
      return new Answer(status, "{\"status\":%d,\"retryable\":%b}".formatted(status, retryable));
    }
  }

  private final Queue<Answer> answers = new ArrayDeque<>();
  private final List<String> keys = new ArrayList<>();
  private final List<String> bodies = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/counter", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    Answer answer = answers.remove();
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Retry-After", "0");
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @ParameterizedTest
  @CsvSource({"curl, bash, curl.sh", "python3, python3, post.py", "node, node, node.mjs"})
  void oneKeyServesUntilTheEventIsStored(String needed, String runtime, String file)
      throws Exception {
    assumeTrue(isInstalled(needed) && isInstalled(runtime), needed + " is not installed");
    answers.add(Answer.problem(503, true));
    answers.add(Answer.problem(429, true));
    answers.add(Answer.problem(504, true));
    answers.add(new Answer(201, CREATED));
    assertThat(run(runtime, file)).isZero();
    assertThat(keys).hasSize(4).doesNotContainNull();
    assertThat(new HashSet<>(keys)).hasSize(1);
    assertThat(bodies).allMatch(body -> body.replace(" ", "").equals(EVENT));
  }

  @ParameterizedTest
  @CsvSource({"curl, bash, curl.sh", "python3, python3, post.py", "node, node, node.mjs"})
  void whatIsRejectedIsNotSentAgain(String needed, String runtime, String file) throws Exception {
    assumeTrue(isInstalled(needed) && isInstalled(runtime), needed + " is not installed");
    answers.add(Answer.problem(422, false));
    assertThat(run(runtime, file)).isEqualTo(1);
    assertThat(keys).hasSize(1);
  }

  private int run(String runtime, String file) throws Exception {
    String url = "http://localhost:" + server.getAddress().getPort() + "/api/counter";
    Process process =
        new ProcessBuilder(runtime, EXAMPLES.resolve(file).toString(), url, EVENT)
            .inheritIO()
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(file + " ends").isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
