package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerCheckTest {
  private static final Map<Integer, Long> ANSWERS = Map.of(0, 2L, 201, 90L, 202, 5L, 503, 3L);

  private static JsonNode status(long received, long acked, long inFlight, boolean balanced) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status
        .putObject("ledger")
        .put("received", received)
        .put("acked", acked)
        .put("inFlight", inFlight)
        .put("balanced", balanced);
    return status;
  }

  private static List<String> check(JsonNode after) {
    return LedgerCheck.ofRun(status(1_000, 500, 0, true), after, 100, ANSWERS);
  }

  @Test
  void whatTheClientSawFits() {
    assertThat(check(status(1_098, 590, 0, true))).isEmpty();
    assertThat(check(status(1_100, 597, 0, true))).isEmpty();
  }

  @Test
  void anAckThatIsMissingOrTooManyIsTold() {
    assertThat(check(status(1_100, 589, 0, true)))
        .containsExactly(
            "by its ledger the gateway has acked 89, by the client's answers 90 to 97");
    assertThat(check(status(1_100, 598, 0, true))).hasSize(1);
    assertThat(check(status(1_097, 590, 0, true))).hasSize(1);
    assertThat(check(status(1_101, 590, 0, true))).hasSize(1);
  }

  @Test
  void aLedgerMustAddUpByItself() {
    assertThat(LedgerCheck.ofWhatIs(status(1, 1, 0, true))).isEmpty();
    assertThat(LedgerCheck.ofWhatIs(status(1, 1, 0, false))).hasSize(1);
    assertThat(LedgerCheck.ofWhatIs(status(1, 1, 1, true))).hasSize(1);
    assertThat(LedgerCheck.ofWhatIs(JsonNodeFactory.instance.objectNode())).hasSize(2);
  }
}
