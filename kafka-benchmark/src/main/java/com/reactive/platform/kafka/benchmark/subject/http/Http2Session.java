package com.reactive.platform.kafka.benchmark.subject.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.kafka.benchmark.rig.Outcomes;
import com.reactive.platform.kafka.benchmark.rig.ResponseFields;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import com.reactive.platform.kafka.benchmark.subject.CounterMessages;
import com.reactive.platform.testbed.OpenFiles;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Posts counter events over HTTP/2, or calls gRPC, gRPC-Web or Connect: as many requests in flight
 * as the worker's concurrency, over as few connections as its streams per connection allow. Own
 * code for the reason that {@link HttpSession} gives; only header blocks are decoded by Netty.
 *
 * <p>Requests that become due together leave in one write per connection. Outcomes are those of
 * {@link HttpSession}; of gRPC, OK is acknowledged, UNAVAILABLE is not written, and any other
 * status is unknown. A connection that is lost is not made again.
 */
final class Http2Session implements TargetSession, Http2Connection.Receiver {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int GRPC_PREFIX_BYTES = CallForm.GRPC_PREFIX_BYTES;
  private static final int GRPC_WEB_TRAILERS = 0x80;
  private static final String GRPC_STATUS = "grpc-status";

  private final HttpEndpoint endpoint;
  private final CallForm form;
  private final int streamsEach;
  private final Outcomes outcomes;
  private final UnexpectedResponses unexpectedResponses;
  private final CounterMessages messages;
  private final byte[] json;
  private final byte[] body;
  private final Selector selector;
  private final SelectorWait wait;
  private final List<Http2Connection> connections = new ArrayList<>();

  /** With streams to spare; used in turn. */
  private final ArrayDeque<Http2Connection> free = new ArrayDeque<>();

  private final Set<Http2Connection> unflushed = new HashSet<>();
  private final Consumer<SelectionKey> onReady = this::onReady;
  private final int maxCalls;
  private int open;

  /**
   * Connects all of its connections.
   *
   * @param streamsEach requests in flight of a connection
   * @throws IOException with one clear sentence if the server takes none
   */
  Http2Session(
      HttpEndpoint endpoint,
      CallForm form,
      int streamsEach,
      SessionContext context,
      UnexpectedResponses unexpectedResponses)
      throws IOException {
    this.endpoint = endpoint;
    this.form = form;
    this.streamsEach = streamsEach;
    this.outcomes = context.outcomes();
    this.unexpectedResponses = unexpectedResponses;
    this.messages = new CounterMessages(context.format(), context.index());
    this.json = new byte[messages.bytes()];
    this.body = new byte[form.bodyBytes(json.length)];
    this.maxCalls = context.concurrency();
    String authority = endpoint.address().getHostString() + ":" + endpoint.address().getPort();
    byte[] firstHead = form.firstHead(endpoint.paths().get(0), authority, body.length);
    int count = (maxCalls + streamsEach - 1) / streamsEach;
    OpenFiles.require(count);
    this.selector = Selector.open();
    this.wait = new SelectorWait(selector);
    try {
      for (int i = 0; i < count; i++) {
        Http2Connection connection = connect(firstHead);
        connections.add(connection);
        connection.flush();
        free.add(connection);
      }
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private Http2Connection connect(byte[] firstHead) throws IOException {
    return form == CallForm.GRPC_STREAM
        ? new GrpcStreamConnection(endpoint.address(), selector, firstHead)
        : new Http2Connection(endpoint.address(), selector, firstHead, form.laterHead());
  }

  @Override
  public boolean trySend(long firstSequence, long intendedNanos) {
    Http2Connection connection = open < maxCalls ? free.poll() : null;
    if (connection == null) {
      return false;
    }
    messages.write(json, 0, firstSequence);
    form.writeBody(json, body);
    try {
      if (!connection.send(new Http2Connection.Call(firstSequence, intendedNanos), body)) {
        free.add(connection);
        return false;
      }
    } catch (IOException e) {
      lose(connection, e);
      return false;
    }
    open++;
    unflushed.add(connection);
    if (connection.open() < streamsEach) {
      free.add(connection);
    }
    return true;
  }

  @Override
  public void await(long maxNanos) {
    for (Http2Connection connection : unflushed.toArray(new Http2Connection[0])) {
      try {
        connection.flush();
      } catch (IOException e) {
        lose(connection, e);
      }
    }
    unflushed.clear();
    if (connections.isEmpty()) {
      throw new IllegalStateException(
          "all connections to "
              + endpoint.address()
              + " are lost: "
              + unexpectedResponses.sentences());
    }
    try {
      wait.await(maxNanos, onReady);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void onReady(SelectionKey key) {
    Http2Connection connection = (Http2Connection) key.attachment();
    try {
      if (key.isReadable()) {
        connection.read(this);
      }
      if (key.isValid() && key.isWritable()) {
        connection.flush();
      }
    } catch (IOException e) {
      lose(connection, e);
    }
  }

  @Override
  public void headers(Http2Connection from, Http2Connection.Call call, Http2Headers headers) {
    if (call == null) {
      return;
    }
    CharSequence status =
        headers.get(form.hasGrpcStatus() ? Http2Connection.GRPC_STATUS : Http2Connection.STATUS);
    if (status != null) {
      call.status = Integer.parseInt(status.toString());
    }
  }

  @Override
  public void data(
      Http2Connection from, Http2Connection.Call call, byte[] bytes, int offset, int length) {
    if (call == null || length == 0) {
      return;
    }
    switch (form) {
      case JSON, PROTOBUF, CONNECT_JSON -> json(call, bytes, offset, length);
      case CONNECT, GRPC_STREAM -> message(call, bytes, offset, length);
      case GRPC, GRPC_JSON ->
          message(call, bytes, offset + GRPC_PREFIX_BYTES, length - GRPC_PREFIX_BYTES);
      case GRPC_WEB -> envelopes(call, bytes, offset, length);
    }
    if (!call.asExpected) {
      unexpectedResponses.add("status " + call.status, bytes, offset, length);
    }
  }

  private void json(Http2Connection.Call call, byte[] bytes, int offset, int length) {
    call.asExpected = beginsRight(bytes, offset, length);
    if (call.asExpected && outcomes.wantsAnswer(call.sequence)) {
      outcomes.answered(call.sequence, fields(bytes, offset, length));
    }
  }

  /** A {@code PublishResponse}, whose first field is a text. */
  private void message(Http2Connection.Call call, byte[] bytes, int offset, int length) {
    call.asExpected = length > 1 && bytes[offset] == PublishedPlace.FIRST_TAG;
    if (call.asExpected && outcomes.wantsAnswer(call.sequence)) {
      outcomes.answered(call.sequence, PublishedPlace.read(bytes, offset, offset + length));
    }
  }

  /** A message and the trailers of gRPC-Web, which come together. */
  private void envelopes(Http2Connection.Call call, byte[] bytes, int offset, int length) {
    ByteBuffer all = ByteBuffer.wrap(bytes, offset, length);
    while (all.remaining() >= GRPC_PREFIX_BYTES) {
      int flags = all.get() & 0xFF;
      int size = Math.min(all.getInt(), all.remaining());
      int from = all.position();
      if (flags == GRPC_WEB_TRAILERS) {
        call.status = grpcStatus(new String(bytes, from, size, StandardCharsets.US_ASCII));
      } else {
        message(call, bytes, from, size);
      }
      all.position(from + size);
    }
  }

  private static int grpcStatus(String trailers) {
    return trailers
        .lines()
        .filter(line -> line.startsWith(GRPC_STATUS + ":"))
        .map(line -> Integer.parseInt(line.substring(GRPC_STATUS.length() + 1).strip()))
        .findFirst()
        .orElse(-1);
  }

  private boolean beginsRight(byte[] bytes, int offset, int length) {
    String prefix = endpoint.bodyPrefix();
    for (int i = 0; i < prefix.length(); i++) {
      if (i >= length || bytes[offset + i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static ResponseFields fields(byte[] bytes, int offset, int length) {
    try {
      JsonNode body = JSON.readTree(bytes, offset, length);
      return new ResponseFields(
          body.path("eventId").asText(""),
          body.path("topic").asText(""),
          body.path("partition").asInt(-1),
          body.path("offset").asLong(-1));
    } catch (IOException e) {
      return new ResponseFields("", "", -1, -1);
    }
  }

  @Override
  public void ended(Http2Connection from, Http2Connection.Call call, boolean reset) {
    if (from.open() == streamsEach - 1) {
      free.add(from);
    }
    open--;
    boolean success = call.status == form.success(endpoint.status());
    if (!reset && success && call.asExpected) {
      outcomes.acked(call.sequence, call.intendedNanos);
      return;
    }
    unexpectedResponses.add(
        reset ? "a reset" : (form.hasGrpcStatus() ? "grpc-status " : "status ") + call.status,
        new byte[0],
        0,
        0);
    if (!reset && form.isNotWritten(call.status)) {
      outcomes.notWritten(call.sequence, call.intendedNanos);
    } else {
      outcomes.unknown(call.sequence, call.intendedNanos);
    }
  }

  private void lose(Http2Connection connection, IOException why) {
    unexpectedResponses.add("connection lost: " + why.getMessage(), new byte[0], 0, 0);
    connections.remove(connection);
    free.remove(connection);
    unflushed.remove(connection);
    for (Http2Connection.Call call : connection.calls()) {
      open--;
      outcomes.unknown(call.sequence, call.intendedNanos);
    }
    connection.disconnect();
  }

  @Override
  public void close() {
    wait.close();
    connections.forEach(Http2Connection::disconnect);
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
