package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import com.reactive.platform.kafka.benchmark.subject.CountingOutcomes;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each reference server in its own JVM, as the rig would drive it. */
class HttpCeilingIT {
  private static final int REQUESTS = 1_000;
  private static final int CONNECTIONS = 8;
  private static final Targets TARGETS = Targets.inProcess().with(HttpTargets.kinds());

  @ParameterizedTest
  @CsvSource({"http-nio, 202", "http-threads, 202", "http-netty, 202", "http-webflux, 202"})
  void answersAllRequestsWithTheRightBodyAndTheStatusThatIsAskedFor(String kind, int status)
      throws Exception {
    assertAnswers(kind, Map.of("heap-mb", "128", "status", Integer.toString(status)), status);
  }

  @Test
  void theStatusIs200UnlessAnotherIsAskedFor() throws Exception {
    assertAnswers("http-nio", Map.of("heap-mb", "128"), 200);
  }

  private static void assertAnswers(String kind, Map<String, String> options, int status)
      throws Exception {
    CountingOutcomes outcomes = new CountingOutcomes();
    MessageFormat format = new MessageFormat(42, 200, Payload.RANDOM);
    long pid;
    try (Target target = TARGETS.open(new TargetSpec("ceiling", kind, options), null)) {
      pid = target.processes().get("server");
      try (TargetSession session =
          target.openSession(new SessionContext(0, CONNECTIONS, format, outcomes))) {
        SessionDriver.send(session, REQUESTS, outcomes);
      }
      assertThat(target.problems()).isEmpty();
      assertThat(target.resourceUse().allocatedBytes()).isPositive();
      assertThat(target.resourceUse().requests()).isNull();
      assertThat(target.settings())
          .containsEntry("heap-mb", "128")
          .containsEntry("status", Integer.toString(status))
          .containsKey("java");
    }
    assertThat(outcomes.acked).hasSize(REQUESTS);
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }
}
