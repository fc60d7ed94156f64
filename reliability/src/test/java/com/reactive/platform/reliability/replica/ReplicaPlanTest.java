package com.reactive.platform.reliability.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.reliability.oracle.OracleProtocol;
import com.reactive.platform.reliability.oracle.PostingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicaPlanTest {
  private static ReplicaPlan plan(int instances, int kills) {
    PostingMode mode = new PostingMode(OracleProtocol.HTTP1, true, false);
    Map<String, String> settings = Map.of("http.answer-timeout-ms", "9s");
    return new ReplicaPlan(instances, Routing.ROUND_ROBIN, kills, 7, 16, 500, mode, settings);
  }

  @Test
  void theCommandRepeatsThePlan() {
    assertThat(plan(3, 5).command())
        .isEqualTo(
            "./reactive bench replicas --instances 3 --routing round-robin --kills 5 --seed 7"
                + " --connections 16 --rate 500 --resend --set http.answer-timeout-ms=9s");
    assertThat(plan(3, 5).environment()).isEqualTo(Map.of("REACTIVE_HTTP_ANSWER_TIMEOUT_MS", "9s"));
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    assertThatThrownBy(() -> plan(1, 5)).hasMessageContaining("2 to 16, not 1");
    assertThatThrownBy(() -> plan(3, 0)).hasMessageContaining("1 to 10000, not 0");
  }

  /** What is tested is what is shipped. */
  @Test
  void theProxyRoutesByKeyAsTheShippedOneDoes() throws Exception {
    String text = Router.configuration(8080, Routing.KEY, List.of(1111, 2222));
    String shipped = Files.readString(Path.of("../deploy/compose/haproxy.cfg"));
    for (String line :
        new String[] {
          "balance hdr(Idempotency-Key)",
          "hash-type consistent sdbm avalanche",
          "retry-on conn-failure",
          "option redispatch",
          "http-reuse safe"
        }) {
      assertThat(shipped).contains("\n    " + line + "\n");
      assertThat(text).contains("\n    " + line + "\n");
    }
    assertThat(text).contains("bind 127.0.0.1:8080", "gateway-1 127.0.0.1:1111", "127.0.0.1:2222");
  }
}
