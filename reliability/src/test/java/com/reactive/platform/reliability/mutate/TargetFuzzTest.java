package com.reactive.platform.reliability.mutate;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.kafka.benchmark.loop.MemoryServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

/**
 * The bytes are the target of a request that is well besides: what a strict reader refuses is never
 * stored.
 */
class TargetFuzzTest {
  private static final MemoryServer SERVER = new MemoryServer(List.of(customers()));
  private static final String REST =
      """
       HTTP/1.1\r
      Host: test\r
      Content-Length: 34\r
      \r
      {"sessionId":"s","action":"reset"}""";

  /** The counter, by customers alone. */
  private static StreamDefinition customers() {
    StreamDefinition counter = FuzzStreams.all().get(0);
    return new StreamDefinition(
        "customers",
        List.of("/customers/{customerId}"),
        counter.topic(),
        counter.schema(),
        counter.json(),
        counter.key(),
        counter.framing(),
        counter.schemaId(),
        counter.format(),
        counter.acks(),
        false,
        counter.maxLatencyMillis(),
        counter.maxBodyBytes(),
        false,
        List.of(),
        false);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @FuzzTest
  void leadsNowhereUnlessItIsOne(byte[] data) throws InterruptedException {
    // What ends a line would begin a header: that is another test's matter.
    String target = new String(data, StandardCharsets.ISO_8859_1).replaceAll("[\r\n]", "?");
    byte[] request = ("POST " + target + REST).getBytes(StandardCharsets.ISO_8859_1);
    int status = SERVER.exchange(List.of(request))[0];
    if (status < 300 && !StrictReader.isCustomer(target)) {
      throw new IllegalStateException("answered " + status + ": " + target);
    }
    SERVER.check();
  }
}
