package com.reactive.platform.reliability.mutate;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.reactive.platform.kafka.benchmark.loop.MemoryServer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;

/**
 * Requests that are well framed: the first byte says how the body is encoded and to which stream it
 * goes, the lines that follow are values of headers, and what follows an empty line is the body.
 * The answer is one of those that there are for such a request.
 */
class RequestFuzzTest {
  private static final MemoryServer SERVER = new MemoryServer(FuzzStreams.all());
  private static final Set<Integer> ANSWERS = Set.of(201, 202, 400, 413, 415, 422, 431, 504);
  private static final String[] HEADERS = {
    "Idempotency-Key",
    "Prefer",
    "traceparent",
    "tracestate",
    "Content-Type",
    "ce-specversion",
    "ce-id",
    "ce-source",
    "ce-type",
    "ce-time",
    "Origin",
    "Authorization"
  };
  private static final String[] ENCODINGS = {"", "gzip", "zstd", "identity"};

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @FuzzTest
  void getsTheResponseForItsBody(byte[] data) throws InterruptedException {
    if (data.length == 0) {
      return;
    }
    StringBuilder head = new StringBuilder("POST /events/");
    head.append((data[0] & 0x7F) % FuzzStreams.all().size()).append(" HTTP/1.1\r\nHost: test\r\n");
    String encoding = ENCODINGS[data[0] >> 5 & 3];
    head.append(encoding.isEmpty() ? "" : "Content-Encoding: " + encoding + "\r\n");
    int at = 1;
    for (String header : HEADERS) {
      int end = at;
      while (end < data.length && data[end] != '\n') {
        end++;
      }
      String value = new String(data, at, end - at, StandardCharsets.ISO_8859_1);
      at = Math.min(data.length, end + 1);
      if (value.isEmpty()) {
        break;
      }
      // Not what ends a header, or is refused by the decoder: that is another test's matter.
      head.append(header + ": " + value.replaceAll("[^\\x20-\\x7E\\xA0-\\xFF]", "?") + "\r\n");
    }
    head.append("Content-Length: ").append(data.length - at).append("\r\n\r\n");
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    request.write(data, at, data.length - at);
    int status = SERVER.exchange(List.of(request.toByteArray()))[0];
    if (!ANSWERS.contains(status)) {
      throw new IllegalStateException("answered " + status);
    }
    SERVER.check();
  }
}
