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
    assertThat(out.toString()).containsPattern("ready +true");
    assertThat(run("--admin", "http://" + address, "--token-file", token)).isZero();
  }

  @Test
  void withoutItOrWithAnotherThatIsSaid() throws IOException {
    assertThat(run("--admin", address)).isEqualTo(1);
    assertThat(err.toString()).contains("asks for a token (401); give it with --token-file");
    assertThat(run("--admin", address, "--token-file", token("another"))).isEqualTo(1);
    assertThat(err.toString()).contains("does not accept this token (401)");
    assertThat(err.toString()).doesNotContain("another");
  }

  @Test
  void otherAnswersAreToldFromNone() throws IOException {
    String token = token(TOKEN);
    status = 500;
    assertThat(run("--admin", address, "--token-file", token)).isEqualTo(1);
    assertThat(err.toString()).contains("/status was answered 500");
    status = 200;
    body = "<html>";
    assertThat(run("--admin", address, "--token-file", token)).isEqualTo(1);
    assertThat(err.toString()).contains("is no gateway");
    admin.stop(0);
    assertThat(run("--admin", address, "--token-file", token)).isEqualTo(1);
    assertThat(err.toString()).contains("no gateway answers at http://" + address);
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
