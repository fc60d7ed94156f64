package com.reactive.platform.reliability.mutate;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes the client's side of HTTP/2 connections: some requests whose events are valid, in any form
 * that the protocol allows, with frames between them that carry no event.
 */
class Conversations {
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** Of the static table of HPACK: POST and http; names with a literal value that is not kept. */
  static final int POST = 0x83;

  static final int HTTP = 0x86;
  static final int PATH = 0x04;

  /** Names with a literal value that goes into the dynamic table, where it is found again. */
  static final int NEW_AUTHORITY = 0x41;

  private static final int NEW_CONTENT_TYPE = 0x5F;
  private static final int KNOWN_AUTHORITY = 0xBF;
  private static final int KNOWN_CONTENT_TYPE = 0xBE;

  private static final int MAX_REQUESTS = 4;
  private static final int MAX_PADDING = 40;

  final SplittableRandom random;
  final Subject subject;
  private final Documents documents;
  private final JsonWriter writer;
  private List<Frame> frames;
  private List<SentCall> calls;

  Conversations(SplittableRandom random, Subject subject) {
    this.random = random;
    this.subject = subject;
    this.documents = new Documents(random, subject.form);
    this.writer = new JsonWriter(random);
  }

  /**
   * The frames of a connection, the preface apart.
   *
   * @param events that the server stores, if nobody has changed them
   * @param calls those of its requests that are calls
   */
  record Conversation(List<Frame> frames, int events, List<SentCall> calls) {
    /** True if a head says how long its client waits. */
    boolean hasDeadlines() {
      return calls.stream().anyMatch(call -> call.deadline() != null);
    }

    byte[] bytes() {
      return Conversations.bytes(frames);
    }
  }

  /** All bytes of a connection. */
  static byte[] bytes(List<Frame> frames) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(PREFACE);
    frames.forEach(frame -> frame.writeTo(out));
    return out.toByteArray();
  }

  private void begin() {
    frames = new ArrayList<>();
    calls = new ArrayList<>();
    frames.add(Frame.of(Frame.SETTINGS, 0, 0, settings()));
  }

  Conversation next() {
    begin();
    int requests = random.nextInt(1, MAX_REQUESTS + 1);
    int events = 0;
    for (int i = 0; i < requests; i++) {
      addBetween();
      events += addRequest(1 + 2 * i, i == 0);
    }
    return new Conversation(frames, events, calls);
  }

  /** A connection of which this adds the only request, with its events unknown. */
  final Conversation only(Runnable request) {
    begin();
    request.run();
    return new Conversation(frames, 0, calls);
  }

  private byte[] settings() {
    return switch (random.nextInt(4)) {
      case 0 -> new byte[] {0, 1, 0, 0, 0, 0}; // SETTINGS_HEADER_TABLE_SIZE
      case 1 -> new byte[] {0, 4, 0, 1, 0, 0}; // SETTINGS_INITIAL_WINDOW_SIZE
      default -> new byte[0];
    };
  }

  private void addBetween() {
    switch (random.nextInt(8)) {
      case 0 -> frames.add(Frame.of(Frame.PING, 0, 0, new byte[8]));
      case 1 -> frames.add(Frame.of(Frame.WINDOW_UPDATE, 0, 0, Frame.number(1 << 16)));
      case 2 -> frames.add(Frame.of(Frame.PRIORITY, 0, 9, new byte[] {0, 0, 0, 0, 16}));
      case 3 -> frames.add(Frame.of(Frame.SETTINGS, Frame.ACK, 0, new byte[0]));
      case 4 -> frames.add(Frame.of(0xEE, random.nextInt(256), 0, new byte[random.nextInt(20)]));
      default -> {}
    }
  }

  /** An event that is valid. */
  final Json document() {
    return documents.of(subject.schema);
  }

  final byte[] write(Json document) {
    return writer.write(document);
  }

  /** To be judged by its body. */
  final void add(SentCall call) {
    calls.add(call);
  }

  /**
   * Adds a request.
   *
   * @param first of its connection
   * @return events that the server stores of it
   */
  int addRequest(int stream, boolean first) {
    addHead(stream, head(first));
    addBody(stream, write(document()));
    return 1;
  }

  final void addBody(int stream, byte[] body) {
    boolean trailers = random.nextInt(6) == 0;
    int at = 0;
    do { // Once for a stream without a message, too: its end must be said.
      int end = Math.min(body.length, at + random.nextInt(1, 2_000));
      boolean last = end == body.length && !trailers;
      addData(stream, Arrays.copyOfRange(body, at, end), last);
      at = end;
    } while (at < body.length);
    if (trailers) {
      byte[] trailer = {0, 1, 'x', 1, 'y'}; // A literal that is not kept.
      int ends = Frame.END_HEADERS | Frame.END_STREAM;
      frames.add(Frame.of(Frame.HEADERS, ends, stream, trailer));
    }
  }

  private byte[] head(boolean first) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(POST);
    block.write(HTTP);
    text(block, PATH, subject.path);
    if (first) {
      text(block, NEW_AUTHORITY, "test");
      text(block, NEW_CONTENT_TYPE, "application/json");
    } else {
      block.write(KNOWN_AUTHORITY);
      block.write(KNOWN_CONTENT_TYPE);
    }
    return block.toByteArray();
  }

  static void text(ByteArrayOutputStream block, int name, String value) {
    block.write(name);
    block.write(value.length());
    block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
  }

  final void addHead(int stream, byte[] block) {
    int cut = random.nextInt(3) == 0 ? random.nextInt(block.length + 1) : block.length;
    boolean whole = cut == block.length;
    byte[] payload = Arrays.copyOf(block, cut);
    int flags = whole ? Frame.END_HEADERS : 0;
    if (random.nextInt(5) == 0) {
      byte[] priority = {0, 0, 0, 0, 16};
      payload = joined(priority, payload);
      flags |= Frame.WITH_PRIORITY;
    }
    addPadded(Frame.HEADERS, flags, stream, payload);
    if (!whole) {
      byte[] rest = Arrays.copyOfRange(block, cut, block.length);
      frames.add(Frame.of(Frame.CONTINUATION, Frame.END_HEADERS, stream, rest));
    }
  }

  private void addData(int stream, byte[] piece, boolean last) {
    addPadded(Frame.DATA, last ? Frame.END_STREAM : 0, stream, piece);
  }

  private void addPadded(int type, int flags, int stream, byte[] payload) {
    if (random.nextInt(5) > 0) {
      frames.add(Frame.of(type, flags, stream, payload));
      return;
    }
    byte[] padded = new byte[1 + payload.length + random.nextInt(MAX_PADDING)];
    padded[0] = (byte) (padded.length - 1 - payload.length);
    System.arraycopy(payload, 0, padded, 1, payload.length);
    frames.add(Frame.of(type, flags | Frame.PADDED, stream, padded));
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
