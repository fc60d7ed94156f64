package com.reactive.platform.kafka.benchmark.subject.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.kafka.benchmark.rig.Outcomes;
import com.reactive.platform.kafka.benchmark.rig.ResponseFields;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import com.reactive.platform.kafka.benchmark.subject.CounterMessages;
import com.reactive.platform.testbed.OpenFiles;
import com.reactive.platform.testbed.ResponseContract;
import com.reactive.platform.testbed.ResponseParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Posts counter events over keep-alive connections, as many as the worker's concurrency, one
 * request in flight on each.
 *
 * <p>Own code over a selector rather than a client library or Netty's codec, because it runs on the
 * processors that the server would use: what the generator costs is taken from what is measured. A
 * request is one patched buffer and one write, a response one read and one pass over its head;
 * nothing is allocated for either, unless they come in pieces.
 *
 * <p>Outcomes: the endpoint's status is acknowledged, any other has the outcome of {@link
 * ResponseContract} and is noted, and a request whose connection was lost is unknown. A response
 * that cannot be understood throws out of {@link #await}, and so does a server that takes no
 * connections for some seconds.
 */
final class HttpSession implements TargetSession {
  private static final ObjectMapper JSON = new ObjectMapper();
  static final int MAX_ATTEMPTS = 30;

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long STABLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final HttpEndpoint endpoint;
  private final Outcomes outcomes;
  private final UnexpectedResponses unexpectedResponses;
  private final byte[] bodyPrefix;
  private final CounterMessages messages;
  private final byte[] json;

  /** The same as {@link #json} unless the form is another. */
  private final byte[] body;

  private final byte[][] heads;
  private final int[] keyOffsets;

  /** Null if requests have none. */
  private final FreshKeys keys;

  private final ByteBuffer request;
  private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(ResponseParser.MAX_BYTES);
  private final byte[] response = new byte[ResponseParser.MAX_BYTES];
  private final ResponseParser parser = new ResponseParser();
  private final Selector selector;
  private final SelectorWait wait;
  private final List<HttpConnection> connections = new ArrayList<>();
  private final ArrayDeque<HttpConnection> free;
  private final ArrayDeque<HttpConnection> lost = new ArrayDeque<>();
  private final Consumer<SelectionKey> onReady = this::onReady;
  private String lastFailure = "";

  /**
   * Connects all of its connections.
   *
   * @throws IOException with one clear sentence if the server takes none
   */
  HttpSession(
      HttpEndpoint endpoint, SessionContext context, UnexpectedResponses unexpectedResponses)
      throws IOException {
    this.endpoint = endpoint;
    this.outcomes = context.outcomes();
    this.unexpectedResponses = unexpectedResponses;
    this.bodyPrefix = endpoint.bodyPrefix().getBytes(StandardCharsets.US_ASCII);
    this.messages = new CounterMessages(context.format(), context.index(), endpoint.noted());
    this.json = new byte[messages.bytes()];
    HttpEndpoint.Envelope envelope = endpoint.envelope();
    this.body = envelope.form() == null ? json : new byte[envelope.bodyBytes(json.length)];
    this.heads =
        endpoint.paths().stream()
            .map(path -> head(endpoint, path, body.length))
            .toArray(byte[][]::new);
    this.keyOffsets = Arrays.stream(heads).mapToInt(FreshKeys::offset).toArray();
    this.keys = keyOffsets[0] < 0 ? null : new FreshKeys();
    int headLength = Arrays.stream(heads).mapToInt(head -> head.length).max().orElseThrow();
    this.request = ByteBuffer.allocateDirect(headLength + body.length);
    this.free = new ArrayDeque<>(context.concurrency() + 1);
    OpenFiles.require(context.concurrency());
    this.selector = Selector.open();
    this.wait = new SelectorWait(selector);
    try {
      for (int i = 0; i < context.concurrency(); i++) {
        HttpConnection connection = new HttpConnection(endpoint, selector);
        connection.connect();
        connections.add(connection);
        free.add(connection);
      }
    } catch (IOException e) {
      close();
      throw new IOException(
          "connection %d of %d to %s failed: %s"
              .formatted(
                  connections.size() + 1,
                  context.concurrency(),
                  endpoint.address(),
                  e.getMessage()),
          e);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** All that stands before the body: the head, and what the envelope begins with. */
  private static byte[] head(HttpEndpoint endpoint, String path, int bodyLength) {
    byte[] before = endpoint.envelope().before().apply(bodyLength);
    String text =
        "POST %s HTTP/1.1\r\nHost: %s:%d\r\nContent-Type: %s\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(
                path,
                endpoint.address().getHostString(),
                endpoint.address().getPort(),
                endpoint.envelope().contentType(),
                before.length + bodyLength,
                endpoint.headers());
    byte[] head = text.getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(head, head.length + before.length);
    System.arraycopy(before, 0, all, head.length, before.length);
    return all;
  }

  @Override
  public boolean trySend(long firstSequence, long intendedNanos) {
    HttpConnection connection = free.poll();
    if (connection == null) {
      return false;
    }
    messages.write(json, 0, firstSequence);
    if (body != json) {
      endpoint.envelope().form().writeBody(json, body);
    }
    request.clear();
    byte[] head = heads[(int) (firstSequence % heads.length)];
    request.put(head).put(body).flip();
    if (keys != null) {
      keys.write(request, keyOffsets[(int) (firstSequence % heads.length)], firstSequence);
    }
    try {
      connection.write(request);
    } catch (IOException e) {
      // Nothing of it was written, so nothing was taken.
      lose(connection, e.getMessage());
      return false;
    }
    connection.sequence = firstSequence;
    connection.intendedNanos = intendedNanos;
    connection.busy = true;
    return true;
  }

  @Override
  public void await(long maxNanos) {
    try {
      if (!lost.isEmpty()) {
        reconnect();
      }
      long nanos = lost.isEmpty() ? maxNanos : Math.min(maxNanos, RETRY_NANOS);
      wait.await(nanos, onReady);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void onReady(SelectionKey key) {
    HttpConnection connection = (HttpConnection) key.attachment();
    try {
      if (key.isConnectable()) {
        connection.finishConnect();
        free.add(connection);
        return;
      }
      if (key.isReadable()) {
        read(connection);
      }
      if (key.isValid() && key.isWritable()) {
        connection.writeRest();
      }
    } catch (IOException e) {
      lose(connection, e.getMessage());
    }
  }

  private void read(HttpConnection connection) throws IOException {
    int filled = connection.read(readBuffer, response);
    if (filled < 0) {
      lose(connection, "the server closed it");
      return;
    }
    int length = parse(filled);
    if (length == ResponseParser.INCOMPLETE) {
      connection.keep(response, filled);
    } else if (!connection.busy || length != filled) {
      throw strange("more than one came for one request", filled);
    } else {
      connection.done();
      if (parser.close()) {
        connection.disconnect();
        retryAt(connection, System.nanoTime());
      } else {
        free.add(connection);
      }
      settle(connection.sequence, connection.intendedNanos);
    }
  }

  private int parse(int filled) {
    try {
      return parser.parse(response, filled);
    } catch (IOException e) {
      throw strange(e.getMessage(), filled);
    }
  }

  private IllegalStateException strange(String what, int filled) {
    int shown = Math.min(filled, 200);
    return new IllegalStateException(
        "a response of %s cannot be understood: %s; it begins with '%s'"
            .formatted(
                endpoint.address(),
                what,
                new String(response, 0, shown, StandardCharsets.ISO_8859_1)));
  }

  private void settle(long sequence, long intendedNanos) {
    int status = parser.status();
    if (status == endpoint.status()) {
      if (bodyBeginsRight()) {
        if (outcomes.wantsAnswer(sequence)) {
          outcomes.answered(sequence, responseFields());
        }
        outcomes.acked(sequence, intendedNanos);
        return;
      }
      noteUnexpected(
          "status " + status + " with a body that does not begin with " + endpoint.bodyPrefix());
      outcomes.unknown(sequence, intendedNanos);
      return;
    }
    noteUnexpected("status " + status);
    if (ResponseContract.outcome(status) == ResponseContract.Outcome.NOT_WRITTEN) {
      outcomes.notWritten(sequence, intendedNanos);
    } else {
      outcomes.unknown(sequence, intendedNanos);
    }
  }

  /** The fields of the body; none if it is no JSON. For some responses only, since it allocates. */
  private ResponseFields responseFields() {
    if (endpoint.envelope().isBinary()) {
      int from = parser.bodyFrom();
      return PublishedPlace.read(response, from, from + parser.bodyLength());
    }
    try {
      JsonNode body = JSON.readTree(response, parser.bodyFrom(), parser.bodyLength());
      return new ResponseFields(
          body.path("eventId").asText(""),
          body.path("topic").asText(""),
          body.path("partition").asInt(-1),
          body.path("offset").asLong(-1));
    } catch (IOException e) {
      return new ResponseFields("", "", -1, -1);
    }
  }

  private boolean bodyBeginsRight() {
    if (parser.bodyLength() < bodyPrefix.length) {
      return false;
    }
    int from = parser.bodyFrom();
    for (int i = 0; i < bodyPrefix.length; i++) {
      if (response[from + i] != bodyPrefix[i]) {
        return false;
      }
    }
    return true;
  }

  private void noteUnexpected(String what) {
    unexpectedResponses.add(what, response, parser.bodyFrom(), parser.bodyLength());
  }

  private void lose(HttpConnection connection, String why) {
    boolean busy = connection.busy;
    boolean wasFree = !busy && free.remove(connection);
    connection.disconnect();
    long now = System.nanoTime();
    if (wasFree && now - connection.connectedNanos > STABLE_NANOS) {
      connection.attempts = 0; // closed for being idle, as servers do
    }
    connection.attempts++;
    lastFailure = why == null ? "it is gone" : why;
    retryAt(connection, connection.attempts == 1 ? now : now + RETRY_NANOS);
    if (busy) {
      unexpectedResponses.add("connection lost: " + lastFailure, response, 0, 0);
      outcomes.unknown(connection.sequence, connection.intendedNanos);
    }
  }

  private void retryAt(HttpConnection connection, long nanos) {
    connection.retryNanos = nanos;
    lost.add(connection);
  }

  private void reconnect() {
    long now = System.nanoTime();
    for (int left = lost.size(); left > 0; left--) {
      HttpConnection connection = lost.remove();
      if (connection.retryNanos - now > 0) {
        lost.add(connection);
        continue;
      }
      if (connection.attempts > MAX_ATTEMPTS) {
        throw new IllegalStateException(
            "the server at "
                + endpoint.address()
                + " takes no connections any more: "
                + lastFailure);
      }
      try {
        if (connection.beginConnect()) {
          free.add(connection);
        }
      } catch (IOException e) {
        lose(connection, e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    wait.close();
    connections.forEach(HttpConnection::disconnect);
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
