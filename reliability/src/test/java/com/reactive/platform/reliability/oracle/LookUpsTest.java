package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LookUpsTest {
  private static final OracleEvent EVENT = new OracleEvent(7, 1, 2);

  private static Optional<LookUps.Finding> finding(int status, String body) throws IOException {
    return LookUps.finding(EVENT, status, body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anEventIsSomewhereOrNot() throws Exception {
    String id = "{\"eventId\":\"" + EVENT.id() + "\"";
    assertThat(finding(200, id + ",\"partition\":1,\"offset\":4000000000}"))
        .contains(new LookUps.Finding(EVENT, 200, 1, 4_000_000_000L));
    assertThat(finding(404, id + "}")).contains(new LookUps.Finding(EVENT, 404, -1, -1));
    assertThat(finding(410, id + "}")).contains(new LookUps.Finding(EVENT, 410, -1, -1));
  }

  @Test
  void otherAnswersAreAskedForAgain() throws Exception {
    assertThat(finding(202, "{}")).isEmpty();
    assertThat(finding(503, "")).isEmpty();
    assertThat(finding(404, "{\"type\":\"urn:reactive:problem:not-found\"}")).isEmpty();
    assertThat(finding(404, "{\"eventId\":\"another\"}")).isEmpty();
  }
}
