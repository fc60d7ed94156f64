package com.reactive.platform.testbed.proxy;

import static com.reactive.platform.testbed.proxy.KafkaBytes.METADATA;
import static com.reactive.platform.testbed.proxy.KafkaBytes.PRODUCE;
import static com.reactive.platform.testbed.proxy.KafkaBytes.joined;
import static com.reactive.platform.testbed.proxy.KafkaBytes.request;
import static com.reactive.platform.testbed.proxy.KafkaBytes.response;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In pieces of any size, since TCP cuts where it likes. */
class ResponseFilterTest {
  private static final byte[] REQUESTS =
      joined(
          request(METADATA, 1, "which topics"),
          request(PRODUCE, 2, "a record"),
          request(PRODUCE, 3, "x".repeat(5_000)),
          request(METADATA, 4, ""));

  private static final byte[] TO_METADATA = response(1, "these");
  private static final byte[] TO_PRODUCE = response(2, "written");
  private static final byte[] LAST = response(4, "");

  private static final byte[] RESPONSES =
      joined(TO_METADATA, TO_PRODUCE, response(3, "y".repeat(3_000)), LAST);

  private final Set<Integer> produceIds = ConcurrentHashMap.newKeySet();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 12, 13, 4_096, 100_000})
  void responsesToProduceRequestsAreSwallowed(int piece) {
    tap(REQUESTS, piece);
    assertThat(produceIds).containsExactlyInAnyOrder(2, 3);

    assertThat(filtered(RESPONSES, piece, () -> true)).isEqualTo(joined(TO_METADATA, LAST));
    assertThat(produceIds).as("requests without a response").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100_000})
  void allGetsThroughOtherwise(int piece) {
    tap(REQUESTS, piece);

    assertThat(filtered(RESPONSES, piece, () -> false)).isEqualTo(RESPONSES);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100_000})
  void otherProtocolsGetThrough(int piece) {
    byte[] http =
        "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"
            .repeat(100)
            .getBytes(StandardCharsets.US_ASCII);
    tap(http, piece);

    assertThat(produceIds).isEmpty();
    assertThat(filtered(http, piece, () -> true)).isEqualTo(http);
  }

  private void tap(byte[] bytes, int piece) {
    RequestTap tap = new RequestTap(produceIds);
    for (int from = 0; from < bytes.length; from += piece) {
      byte[] next = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + piece));
      tap.read(next, next.length);
    }
  }

  private byte[] filtered(byte[] bytes, int piece, BooleanSupplier swallows) {
    ResponseFilter filter = new ResponseFilter(produceIds, swallows);
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    for (int from = 0; from < bytes.length; from += piece) {
      byte[] next = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + piece));
      byte[] out = new byte[next.length + ResponseFilter.HEAD_BYTES];
      kept.write(out, 0, filter.filter(next, next.length, out));
    }
    return kept.toByteArray();
  }
}
