package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What {@code serve --check} finds fine, {@code serve} does not refuse: pairs that do not fit. */
@Timeout(300)
class ServeCheckTest {
  private static final String PORTS = "http.port: 0\nadmin.port: 0\n";
  private static final String COUNTER = "streams.counter.enabled: true\n";

  @TempDir private Path folder;

  /** Of each pair the key that is named; a slash begins a new line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          streams.counter.framing      | streams.counter.framing: confluent
          streams.counter.acks         | streams.counter.acks: leader
          streams.counter.spool        | streams.counter.spool: true / streams.counter.format: packed
          streams.counter.spool        | streams.counter.spool: true / streams.counter.acks: leader / streams.counter.respond: async
          streams.counter.key          | streams.counter.format: packed
          streams.counter.cloudevents  | streams.counter.format: packed / streams.counter.key: "" / streams.counter.cloudevents: true
          streams.counter.max-latency-ms | streams.counter.max-latency-ms: 50 / batch.adaptive: false
          streams.counter.max-latency-ms | streams.counter.max-latency-ms: 30000
          streams.counter.max-body-bytes | streams.counter.max-body-bytes: 4096 / http.max-body-bytes: 1024
          streams.counter.schema       | streams.counter.key: nobody
          streams.counter.schema       | streams.counter.route: "/a/{nobody}"
          streams                      | streams.counter.enabled: false
          diagnostics.routes           | diagnostics.routes: true / streams.counter.route: /elsewhere
          http.max-body-bytes          | http.max-body-bytes: 2000000 / kafka.producer.max.request.size: 1000000
          http.answer-timeout-ms       | http.answer-timeout-ms: 1000
          http.max-wait-ms             | http.max-wait-ms: 600000 / http.answer-timeout-ms: 300000
          kafka.delivery-timeout-ms    | kafka.delivery-timeout-ms: 1000 / kafka.producer.request.timeout.ms: 30000
          registry.password            | registry.username: me
          registry.username            | registry.password: secret
          registry.bearer-token        | registry.username: me / registry.password: p / registry.bearer-token: t
          http.host                    | http.host: 0.0.0.0
          admin.host                   | admin.host: 0.0.0.0
          http.tls.certificate-file    | http.tls.private-key-file: missing.key
          http.tls.private-key-file    | http.tls.certificate-file: missing.pem
          http.tls.client-ca-file      | http.tls.client-auth: required
          http.tls.client-ca-file      | http.tls.client-ca-file: ca.pem
          http.tls.ciphers             | http.tls.ciphers: TLS_AES_128_GCM_SHA256 / http.tls.protocols: "TLSv1.3,TLSv1.2"
          spool.dir                    | streams.counter.spool: true / spool.dir: FILE
          spool.dir                    | streams.counter.spool: true / spool.dir: FILE/below/it
          """)
  void aPairThatDoesNotFitIsRefusedByBoth(String key, String settings) throws IOException {
    Path file = Files.writeString(folder.resolve("a-file"), "");
    String counter = settings.contains(".enabled") ? "" : COUNTER;
    String yaml = PORTS + counter + settings.replace(" / ", "\n").replace("FILE", file.toString());
    Path config = Files.writeString(folder.resolve("gateway.yaml"), yaml);
    StringWriter checked = new StringWriter();
    assertThat(run(checked, "serve", "--check", "--config", config.toString()))
        .as(checked.toString())
        .isEqualTo(78);
    // Where the file has the key, its line stands before it.
    assertThat(checked.toString())
        .containsPattern("(?m)^error: (\\S+:\\d+: )?" + Pattern.quote(key) + ": ");
    StringWriter served = new StringWriter();
    assertThat(run(served, "serve", "--config", config.toString())).isEqualTo(78);
    assertThat(served).hasToString(checked.toString());
  }

  @Test
  void whatFitsIsFine() throws IOException {
    // Also into the small heap of a test.
    String small =
        "http.event-loops: 1\nhttp.max-connections: 100\nhttp.body-budget-bytes: 16000000\n";
    Path config = Files.writeString(folder.resolve("gateway.yaml"), PORTS + COUNTER + small);
    StringWriter out = new StringWriter();
    assertThat(run(out, "serve", "--check", "--config", config.toString()))
        .as(out.toString())
        .isZero();
  }

  private static int run(StringWriter err, String... args) {
    CommandLine root = ReactiveCli.commandLine(args);
    root.setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err, true));
    return root.execute(args);
  }
}
