package com.reactive.platform.reliability.mutate;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;

/** Changes the bodies of calls in one of their layers; the others stay as they should be. */
final class CallMutator {
  private static final int MAX_DEADLINE = 100;
  private static final int MAX_BYTES = 12 << 10;
  private static final int[] LENGTHS = {0, 1, 65_536, 65_793, 1 << 24, Integer.MAX_VALUE, -1};

  /** What is changed. */
  enum Layer {
    NONE,
    /** How long the client waits. */
    DEADLINE,
    /** The event, or the message around it. */
    MESSAGE,
    /** The compressed message. */
    COMPRESSION,
    /** Flags and length before a message, and the number of messages. */
    ENVELOPE,
    /** Any byte. */
    BODY
  }

  private final SplittableRandom random;
  private final ByteMutator bytes;
  private final TreeMutator trees;
  private final ProtobufMutator protobufs;
  private final GzipMutator gzip;
  private Layer layer = Layer.NONE;

  CallMutator(SplittableRandom random) {
    this.random = random;
    this.bytes = new ByteMutator(random);
    this.trees = new TreeMutator(random);
    this.protobufs = new ProtobufMutator(random, bytes);
    this.gzip = new GzipMutator(random, bytes);
  }

  /** Begins a call of which nothing is changed. */
  Layer none() {
    layer = Layer.NONE;
    return layer;
  }

  /** Begins a call. */
  Layer next() {
    layer =
        switch (random.nextInt(11)) {
          case 0, 1, 2 -> Layer.COMPRESSION;
          case 3 -> Layer.ENVELOPE;
          case 4 -> Layer.BODY;
          case 5 -> Layer.DEADLINE;
          default -> Layer.MESSAGE;
        };
    return layer;
  }

  /** True if this message is to be changed. */
  private boolean changes(Layer of) {
    return layer == of && random.nextInt(3) > 0;
  }

  /** What the head says of the client's patience: much, none, or nonsense; null for nothing. */
  String deadline(CallProtocol form) {
    if (layer != Layer.DEADLINE && random.nextInt(4) > 0) {
      return null;
    }
    String far =
        form.isConnect()
            ? String.valueOf(random.nextLong(3_600_000L, 9_999_999_999L))
            : random.nextInt(1, 99_999_999) + "H";
    if (!changes(Layer.DEADLINE)) {
      return far;
    }
    String[] odd = {
      "0", "0n", "00000000H", "000000000S", "", "-1", "1 H", "1.5S", "1h", "H", "+1S"
    };
    byte[] whole = far.getBytes(StandardCharsets.ISO_8859_1);
    String changed =
        random.nextBoolean()
            ? odd[random.nextInt(odd.length)]
            : new String(bytes.mutate(whole, whole), StandardCharsets.ISO_8859_1);
    boolean sendable =
        changed.length() <= MAX_DEADLINE
            && changed.strip().equals(changed)
            && changed.chars().allMatch(c -> c >= ' ' && c < 0x7F);
    // What may pass on the way has no one right status.
    return sendable && CallDeadline.of(form, changed) != CallDeadline.NEAR ? changed : far;
  }

  Json tree(Json document) {
    Json changed = document;
    if (changes(Layer.MESSAGE)) {
      changed = TreeMutator.copy(document, 0);
      for (int i = random.nextInt(3); i > 0; i--) {
        changed = trees.mutate(changed);
      }
    }
    return changed;
  }

  /** True if no more calls with such messages would fit into a connection. */
  static boolean isLarge(byte[] message) {
    return message.length > MAX_BYTES;
  }

  byte[] json(byte[] written) {
    boolean changed = changes(Layer.MESSAGE) && random.nextInt(3) == 0;
    return changed ? bytes.mutate(written, written) : written;
  }

  byte[] protobuf(byte[] message) {
    byte[] changed = message;
    if (changes(Layer.MESSAGE)) {
      for (int i = random.nextInt(3); i > 0; i--) {
        changed = protobufs.mutate(changed);
      }
      if (random.nextInt(4) == 0) {
        changed = bytes.mutate(changed, message);
      }
    }
    return isLarge(changed) ? message : changed;
  }

  byte[] compressed(byte[] message) {
    return changes(Layer.COMPRESSION) ? gzip.mutate(message) : GzipMutator.compressed(message);
  }

  /** A message with what stands before it. */
  byte[] envelope(boolean compressed, byte[] message) {
    int flags = compressed ? 1 : 0;
    byte[] whole = envelope(flags, message.length, message);
    if (!changes(Layer.ENVELOPE)) {
      return whole;
    }
    return switch (random.nextInt(8)) {
      case 0 -> envelope(flags ^ 1 << random.nextInt(8), message.length, message);
      case 1 -> envelope(flags ^ 1, message.length, message);
      case 2 -> envelope(flags, message.length + (random.nextBoolean() ? 1 : -1), message);
      case 3 -> envelope(flags, LENGTHS[random.nextInt(LENGTHS.length)], message);
      case 4 -> twice(whole, whole);
      case 5 -> twice(envelope(flags, 0, new byte[0]), whole);
      case 6 -> Arrays.copyOf(whole, random.nextInt(whole.length));
      default -> new byte[0];
    };
  }

  private static byte[] envelope(int flags, int length, byte[] message) {
    return ByteBuffer.allocate(5 + message.length)
        .put((byte) flags)
        .putInt(length)
        .put(message)
        .array();
  }

  private static byte[] twice(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  byte[] body(byte[] whole) {
    return changes(Layer.BODY) ? bytes.mutate(whole, whole) : whole;
  }

  /** In pieces, as some clients encode: padding may stand behind each. */
  byte[] base64(byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int at = 0; at < body.length; ) {
      int end = random.nextBoolean() ? body.length : random.nextInt(at, body.length) + 1;
      out.writeBytes(Base64.getEncoder().encode(Arrays.copyOfRange(body, at, end)));
      at = end;
    }
    return out.toByteArray();
  }
}
