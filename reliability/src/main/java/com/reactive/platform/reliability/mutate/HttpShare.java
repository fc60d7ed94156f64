package com.reactive.platform.reliability.mutate;

import com.reactive.platform.kafka.benchmark.loop.MemoryServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/**
 * Sends mutants as whole requests to a server in memory: each must get the answer that its body
 * deserves. And some requests whose bytes are changed anywhere: whatever is answered, the next
 * request is well.
 */
final class HttpShare implements AutoCloseable {
  private static final int CHUNKED = 1;
  private static final int GZIP = 2;

  private final MemoryServer server = new MemoryServer(Subject.streams());
  private SplittableRandom random;
  private ByteMutator bytes;
  private byte[] last;

  /** Begins a block, to be called first: what is sent depends on its seed and documents alone. */
  void begin(long seed) {
    random = new SplittableRandom(seed);
    bytes = new ByteMutator(random);
    last = new byte[0];
  }

  /**
   * Sends these documents, all at once.
   *
   * @throws IllegalStateException naming the first whose answer is another than the verdict's
   */
  void send(Subject subject, List<byte[]> documents, List<MutationJudge.Verdict> verdicts)
      throws InterruptedException {
    List<byte[]> requests = documents.stream().map(each -> request(subject, each)).toList();
    int[] statuses = server.exchange(requests);
    for (int i = 0; i < statuses.length; i++) {
      MutationJudge.Verdict verdict = verdicts.get(i);
      if (!verdict.allows(statuses[i])) {
        throw new IllegalStateException(
            "expected "
                + verdict
                + " over HTTP, got "
                + statuses[i]
                + " for "
                + Mutants.shown(documents.get(i)));
      }
    }
    for (byte[] request : requests) {
      if (random.nextInt(4) == 0) {
        byte[] changed = bytes.mutate(bytes.mutate(request, last), last);
        int cut = changed.length == 0 ? 0 : random.nextInt(changed.length);
        server.feed(
            List.of(Arrays.copyOf(changed, cut), Arrays.copyOfRange(changed, cut, changed.length)));
        last = request;
      }
    }
  }

  /** Checks that nothing is left under way, and the ledger. */
  void check() throws InterruptedException {
    server.check();
  }

  private byte[] request(Subject subject, byte[] document) {
    int way = random.nextInt(4);
    byte[] body = way == GZIP ? gzip(document) : document;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StringBuilder head = new StringBuilder();
    head.append("POST ").append(subject.path).append(" HTTP/1.1\r\nHost: test\r\n");
    head.append("Content-Type: application/json\r\n");
    head.append(way == GZIP ? "Content-Encoding: gzip\r\n" : "");
    head.append(
        way == CHUNKED
            ? "Transfer-Encoding: chunked\r\n\r\n"
            : "Content-Length: " + body.length + "\r\n\r\n");
    out.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
    if (way == CHUNKED) {
      for (byte[] part : parts(body)) {
        out.writeBytes(
            (Integer.toHexString(part.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(part);
        out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
      }
      out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    } else {
      out.writeBytes(body);
    }
    return out.toByteArray();
  }

  /** None of them empty: that would be the end. */
  private List<byte[]> parts(byte[] body) {
    List<byte[]> parts = new ArrayList<>();
    for (int at = 0; at < body.length; ) {
      int end = Math.min(body.length, at + random.nextInt(1, 100));
      parts.add(Arrays.copyOfRange(body, at, end));
      at = end;
    }
    return parts;
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  @Override
  public void close() {
    server.close();
  }
}
