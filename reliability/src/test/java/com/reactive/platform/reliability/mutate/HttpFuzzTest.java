package com.reactive.platform.reliability.mutate;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.kafka.benchmark.loop.MemoryServer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

/**
 * The bytes of a connection, which come in two parts; the first byte says where the cut is. Then a
 * request on another connection is well, and nothing is stored of what a strict reader refuses at
 * the first request.
 */
class HttpFuzzTest {
  private static final MemoryServer SERVER = new MemoryServer(FuzzStreams.all());
  private static final byte[] HEALTHY =
      """
      POST /events/0 HTTP/1.1\r
      Host: test\r
      Content-Length: 34\r
      \r
      {"sessionId":"s","action":"reset"}"""
          .getBytes(StandardCharsets.US_ASCII);

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static long stored() {
    return SERVER.ledger().ended().get(Outcome.ACKED);
  }

  @FuzzTest
  void doesNoHarm(byte[] data) throws InterruptedException {
    int cut = data.length == 0 ? 0 : 1 + (data[0] & 0xFF) * (data.length - 1) / 255;
    long stored = stored();
    SERVER.feed(
        List.of(
            Arrays.copyOfRange(data, Math.min(1, data.length), cut),
            Arrays.copyOfRange(data, cut, data.length)));
    int status = SERVER.exchange(List.of(HEALTHY))[0];
    if (status != 201) {
      throw new IllegalStateException("a healthy request was answered " + status);
    }
    SERVER.check();
    byte[] sent = Arrays.copyOfRange(data, Math.min(1, data.length), data.length);
    if (stored() > stored + 1 && !StrictReader.beginsWithRequest(sent)) {
      throw new IllegalStateException("stored, though not to be read in one way only");
    }
  }
}
