package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * The <a href="https://github.com/connectrpc/conformance">conformance suite</a> of Connect, gRPC
 * and gRPC-Web, whose runner the variable {@code CONNECTCONFORMANCE} names; skipped without it.
 */
@EnabledIfEnvironmentVariable(
    named = "CONNECTCONFORMANCE",
    matches = ".+",
    disabledReason = "CONNECTCONFORMANCE does not name a connectconformance; go install builds one")
class ConnectConformanceTest {
  private static final Pattern SUMMARY = Pattern.compile("Total cases: (\\d+)");

  @Test
  void everyProtocolOverBothVersionsOfHttp(@TempDir Path folder) throws Exception {
    Path resources = Path.of("src/test/resources/conformance");
    try (ConformanceServers servers = new ConformanceServers(folder)) {
      List<String> command = new ArrayList<>();
      command.addAll(List.of(System.getenv("CONNECTCONFORMANCE"), "--mode", "server"));
      command.addAll(List.of("--conf", resources.resolve("config.yaml").toString()));
      command.add("--");
      command.addAll(servers.command());
      Process suite = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(suite.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(suite.waitFor()).as(output).isZero();
      assertThat(output).containsPattern(SUMMARY);
    }
  }
}
