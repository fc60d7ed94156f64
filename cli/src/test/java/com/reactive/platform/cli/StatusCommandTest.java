package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class StatusCommandTest {
  private static final String TOKEN = "the-right-token";

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private volatile int status = 200;
  private volatile String body = "{\"ready\": true}";
  private HttpServer admin;
  private String address;

  @BeforeEach
  void serve() throws IOException {
    admin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    admin.createContext(
        "/status",
        exchange -> {
          boolean right =
              ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] answer = body.getBytes(StandardCharsets.UTF_8);
          try (exchange) {
            exchange.sendResponseHeaders(right ? status : 401, answer.length);
            exchange.getResponseBody().write(answer);
          }
        });
    admin.start();
    address = "127.0.0.1:" + admin.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    admin.stop(0);
  }

  @Test
  void withTheTokenTheStatusIsShown() throws IOException {
    String token = token(TOKEN);
    assertThat(run("--admin", address, "--token-file", token)).as(err.toString()).isZero();
    assertThat(out.toString()).containsPattern("health +ready");
    assertThat(run("--admin", "http://" + address, "--token-file", token)).isZero();
  }

  @Test
  void withoutItOrWithAnotherThatIsSaid() throws IOException {
    assertThat(run("--admin", address)).isEqualTo(1);
    assertThat(err.toString()).contains("requires a token (401); pass it with --token-file");
    assertThat(run("--admin", address, "--token-file", token("another"))).isEqualTo(1);
    assertThat(err.toString()).contains("rejected the token (401)");
    assertThat(err.toString()).doesNotContain("another");
  }

  @Test
  void otherResponsesAreNoSilence() throws IOException {
    String token = token(TOKEN);
    status = 500;
    assertThat(run("--admin", address, "--token-file", token)).isEqualTo(1);
    assertThat(err.toString()).contains("/status returned status 500");
    status = 200;
    body = "<html>";
    assertThat(run("--admin", address, "--token-file", token)).isEqualTo(1);
    assertThat(err.toString()).contains("is not a gateway");
    admin.stop(0);
    assertThat(run("--admin", address, "--token-file", token)).isEqualTo(1);
    assertThat(err.toString()).contains("cannot connect to http://" + address);
  }

  @Test
  void aScreenSaysWhatCountsAndJsonTheRest() throws IOException {
    body =
        """
        {"version":"0.1.0","uptimeSeconds":300,"ready":true,"draining":false,"connections":64,"inFlight":12,
         "health":{"mood":"warn","headline":"Overloaded: some events are refused","detail":"3.0/s"},
         "latency":{"responses":9,"p50Millis":0.8,"p99Millis":2.9},
         "kafka":{"state":"ready","detail":"","bootstrapServers":"127.0.0.1:9092","topics":{"counter-events":"ready"}},
         "ledger":{"received":12345,"acked":12300,"spooled":0,"failed":{"not_written":0,"unknown":2},
                   "shed":{"full":40},"rejected":{"schema":1,"malformed":2}},
         "rates":{"receivedPerSecond":1234,"ackedPerSecond":1200},
         "streams":[{"name":"counter","topic":"counter-events","routes":["/api/counter"]}],
         "sources":{"outbox":{"state":"streaming","detail":"","running":true,"lagBytes":52428800,"lagMillis":2500,
                              "events":54321,"pending":17}},
         "settings":{"http.port":"8080"}}
        """;

    assertThat(run("--admin", address, "--token-file", token(TOKEN))).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "health    Overloaded: some events are refused (3.0/s)",
            "gateway   0.1.0, up 5 min, 64 connections, 12 events in flight",
            "rates     1,234/s received, 1,200/s acknowledged",
            "latency   p50 0.8 ms, p99 2.9 ms",
            "events    12,345 received, 12,300 acknowledged",
            "errors    2 failed (unknown 2); 40 shed (full 40); 3 rejected (schema 1, malformed 2)",
            "Kafka     ready at 127.0.0.1:9092",
            "stream    counter: POST /api/counter -> topic counter-events, ready",
            "source    outbox: streaming, 54,321 events, 17 pending, 2 s behind, 50 MiB kept for"
                + " it");
    out.getBuffer().setLength(0);
    assertThat(run("--admin", address, "--token-file", token(TOKEN), "--json")).isZero();
    assertThat(out.toString()).isEqualTo(body);
  }

  private String token(String text) throws IOException {
    return Files.writeString(folder.resolve("token"), text + "\n").toString();
  }

  private int run(String... args) {
    CommandLine root = ReactiveCli.commandLine();
    root.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    String[] all = new String[args.length + 1];
    all[0] = "status";
    System.arraycopy(args, 0, all, 1, args.length);
    return root.execute(all);
  }
}
