package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.abuse.AbuseCase;
import com.reactive.platform.gateway.abuse.AbuseRunner;
import com.reactive.platform.gateway.abuse.AbuseRunner.Manner;
import com.reactive.platform.gateway.security.Authenticator;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** HTTP as it should not be, and as it may be though it looks odd; over real sockets. */
class AbuseTest {
  private static TestServer server;
  private static AbuseRunner runner;

  @BeforeAll
  static void start() throws Exception {
    server =
        new TestServer(
            Map.of(
                "http.request-timeout-ms",
                "60000",
                "http.hosts",
                "*",
                // Each case comes in several manners, and each of those is an event.
                "streams.counter.idempotency.window",
                "0"),
            Authenticator.NONE);
    runner = new AbuseRunner(server.port(), server::ledger);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<AbuseCase> cases() {
    return Stream.concat(AbuseCase.refused().stream(), AbuseCase.taken().stream());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void atOnce(AbuseCase abuse) throws Exception {
    runner.run(abuse, Manner.AT_ONCE);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void inPieces(AbuseCase abuse) throws Exception {
    runner.run(abuse, Manner.IN_PIECES);
  }
}
