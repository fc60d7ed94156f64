package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import com.reactive.platform.kafka.benchmark.subject.CountingOutcomes;
import com.reactive.platform.kafka.benchmark.subject.http.HttpCeilingTarget.Server;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each reference server in its own JVM, as the rig would drive it. */
class HttpCeilingIT {
  private static final int REQUESTS = 1_000;
  private static final int CONNECTIONS = 8;

  @ParameterizedTest
  @EnumSource(Server.class)
  void answersAllRequestsWithTheRightBody(Server server) throws Exception {
    assertAnswers(server, 200);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void answersWithTheStatusThatIsAskedFor(Server server) throws Exception {
    assertAnswers(server, 202);
  }

  private static void assertAnswers(Server server, int status) throws Exception {
    CountingOutcomes outcomes = new CountingOutcomes();
    MessageFormat format = new MessageFormat(42, 200, Payload.RANDOM);
    long pid;
    try (HttpCeilingTarget target = HttpCeilingTarget.open("ceiling", server, 128, status)) {
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
