package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.limit.Rate;
import com.reactive.platform.gateway.security.Authenticator.Credentials;
import com.reactive.platform.gateway.security.Authenticators;
import com.reactive.platform.gateway.security.Caller;
import com.reactive.platform.gateway.security.SecurityConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class KeysNewCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theEntryLetsTheKeyIn(@TempDir Path folder) throws IOException {
    assertThat(
            run(
                "--name=mobile",
                "--streams=counter,orders",
                "--rate-per-second=100",
                "--not-after=2999-01-01T00:00:00Z"))
        .isZero();
    String[] printed = out.toString().split("\\R", 2);
    Path file = Files.writeString(folder.resolve("keys.yaml"), printed[1]);
    Settings settings = Settings.ofKeys(Map.of("security.api-keys-file", file.toString()));
    try (Authenticators gateway = Authenticators.of(SecurityConfig.from(settings))) {
      settings.check();
      assertThat(gateway.authenticate(new Credentials(null, printed[0], null)).caller())
          .isEqualTo(
              new Caller(
                  "mobile", Set.of("counter", "orders"), new Rate(100, 100), Rate.UNLIMITED));
    }
    assertThat(printed[1]).doesNotContain(printed[0]);
  }

  @Test
  void wrongUsageMakesNoKey() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("--name=a\nb")).isEqualTo(2);
    assertThat(run("--name=a", "--streams=a b")).isEqualTo(2);
    assertThat(run("--name=a", "--rate-per-second=0")).isEqualTo(2);
    assertThat(out.toString()).doesNotContain("rk_");
  }

  private int run(String... args) {
    return new CommandLine(new KeysNewCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}
