package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.ingest.IdempotencyKey;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The event that a look-up asks for.
 *
 * @param place where it is said to be, by {@link StoredOutcome}; negative if nobody says
 */
record LookUpTarget(String eventId, long place) {
  /** Null if the target has no event id at its end, or has a query that is none of a look-up. */
  static LookUpTarget of(String target) {
    String path = RequestTarget.path(target);
    String eventId = RequestTarget.field(path.substring(path.lastIndexOf('/') + 1));
    if (eventId == null || IdempotencyKey.of(eventId) == null) {
      return null;
    }
    QueryStringDecoder query = new QueryStringDecoder(target, StandardCharsets.US_ASCII);
    String partition = only(query, "partition");
    String offset = only(query, "offset");
    if (partition == null && offset == null) {
      return new LookUpTarget(eventId, StoredOutcome.ACCEPTED);
    }
    try {
      long place = StoredOutcome.of(Integer.parseInt(partition), Long.parseLong(offset));
      return place < 0 ? null : new LookUpTarget(eventId, place);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static String only(QueryStringDecoder query, String name) {
    List<String> values = query.parameters().getOrDefault(name, List.of());
    return values.isEmpty() ? null : values.get(0);
  }
}
