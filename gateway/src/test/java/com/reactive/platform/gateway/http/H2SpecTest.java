package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestCertificates;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conformance suite <a href="https://github.com/summerwind/h2spec">h2spec</a>, which the
 * variable {@code H2SPEC} names; skipped without it.
 */
@EnabledIfEnvironmentVariable(
    named = "H2SPEC",
    matches = ".+",
    disabledReason = "H2SPEC does not name an h2spec; go install builds one")
class H2SpecTest {
  /** The first is timing: behind a response that is sent already, the error is as expected. */
  private static final List<String> ARGUED =
      List.of("half closed (remote): Sends a HEADERS frame", "Sends invalid connection preface");

  private static final Pattern FAILURE = Pattern.compile("× \\d+: (.+)");

  @Test
  void inTheClear() throws Exception {
    try (TestServer server = new TestServer(Map.of("http.hosts", "*"), Authenticator.NONE)) {
      assertThat(failures(server.port())).isSubsetOf(ARGUED);
      server.awaitBalance();
    }
  }

  @Test
  void overTls(@TempDir Path folder) throws Exception {
    TestCertificates.write(folder, "server", TestCertificates.create().server(3));
    Map<String, String> settings = new HashMap<>(Map.of("http.hosts", "*"));
    settings.put("http.tls.certificate-file", folder.resolve("server.pem").toString());
    settings.put("http.tls.private-key-file", folder.resolve("server.key").toString());
    try (TestServer server = new TestServer(settings, Authenticator.NONE)) {
      assertThat(failures(server.port(), "-t", "-k")).isSubsetOf(ARGUED.subList(0, 1));
      server.awaitBalance();
    }
  }

  private static List<String> failures(int port, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(System.getenv("H2SPEC"), "-p", "" + port, "-P", "/api/counter", "-o", "5"));
    command.addAll(List.of(more));
    Process suite = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(suite.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    suite.waitFor();
    assertThat(output).contains("145 tests,");
    return FAILURE.matcher(output).results().map((MatchResult it) -> it.group(1)).toList();
  }
}
