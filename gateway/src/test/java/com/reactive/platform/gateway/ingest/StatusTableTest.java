package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.testing.StatusTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/responses.md has the table of statuses that the code prints. */
class StatusTableTest {
  private static final String HEAD =
      """
      | status | problem type | when | retry | in Kafka |
      | --- | --- | --- | --- | --- |
      | 201 | | the event is committed | | yes |
      | 202 | | accepted, not committed yet: `Prefer: respond-async`, or `respond: async` | | later, at most once |
      | 202 | | `"spooled": true`: Kafka is unavailable, the event is on disk | | later, at least once |
      """;

  @Test
  void theDocumentHasTheTable() throws IOException {
    StatusTable.check("responses.md", table());
  }

  private static String table() {
    StringBuilder table = new StringBuilder(HEAD);
    for (Rejection rejection : Rejection.values()) {
      List<String> when = new ArrayList<>(List.of(rejection.when()));
      if (rejection.header() != null) {
        when.add("`" + rejection.header() + "`");
      }
      table.append(
          "| %d | `%s` | %s | %s | %s |\n"
              .formatted(
                  rejection.status(),
                  rejection.slug(),
                  String.join("; ", when),
                  rejection.retryable() ? "yes" : "no",
                  rejection.mayBeWritten() ? "unknown" : "no"));
    }
    return table.toString();
  }
}
