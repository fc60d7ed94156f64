package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.Lane;
import com.reactive.platform.kafka.benchmark.rig.LaneContext;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
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
      try (Lane lane = target.openLane(new LaneContext(0, CONNECTIONS, format, outcomes))) {
        LaneDriver.send(lane, REQUESTS, outcomes);
      }
      assertThat(target.complaints()).isEmpty();
      assertThat(target.spending().allocatedBytes()).isPositive();
      assertThat(target.spending().requests()).isNull();
      assertThat(target.settings())
          .containsEntry("heap-mb", "128")
          .containsEntry("status", Integer.toString(status))
          .containsKey("java");
    }
    assertThat(outcomes.acked).hasSize(REQUESTS);
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }
}
