package com.reactive.platform.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.testing.StatusTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/grpc.md says of statuses is what they are. */
class RpcStatusTableTest {
  @Test
  void theDocumentHasTheTable() throws IOException {
    StatusTable.check("grpc.md", table());
  }

  private static String table() {
    return Arrays.stream(Rejection.values())
        .sorted(Comparator.comparing(RpcProblems::code))
        .map(
            type ->
                "| `%s` | `%s` | %s | %s |\n"
                    .formatted(
                        RpcProblems.code(type),
                        type.slug(),
                        type.when(),
                        type.mayBeWritten() ? "yes" : "no"))
        .collect(
            Collectors.joining(
                "",
                "| status | reason | when | may be written |\n| --- | --- | --- | --- |\n"
                    + "| `OK` | | the event is committed, accepted or in the spool | yes |\n",
                ""));
  }

  /** Clients repeat UNAVAILABLE by themselves. */
  @ParameterizedTest
  @EnumSource
  void whatMayBeWrittenIsNeverUnavailable(Rejection type) {
    RpcStatus status = RpcProblems.status(Problem.of(type, "why"));
    assertThat(status.code() == RpcCode.UNAVAILABLE && type.mayBeWritten()).isFalse();
    assertThat(status.details().get(0).type()).isEqualTo("google.rpc.ErrorInfo");
    boolean waits = "Retry-After".equals(type.header());
    assertThat(status.details().stream().anyMatch(d -> d.type().equals("google.rpc.RetryInfo")))
        .isEqualTo(waits);
  }
}
