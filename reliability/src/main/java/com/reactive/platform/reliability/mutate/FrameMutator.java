package com.reactive.platform.reliability.mutate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes the frames of an HTTP/2 connection: their order, number, fields and payloads. */
final class FrameMutator {
  private static final int MAX_CHANGES = 4;
  private static final int MAX_COPIES = 30;
  private static final int TYPES = 11;
  private static final int MAX_STREAM = 0x7FFF_FFFF;
  private static final int[] LENGTHS = {0, 1, 4, 5, 8, 255, 16_384, 16_385, 0xFF_FFFF};

  private final SplittableRandom random;
  private final ByteMutator bytes;

  FrameMutator(SplittableRandom random) {
    this.random = random;
    this.bytes = new ByteMutator(random);
  }

  /** A changed copy; never empty. */
  List<Frame> mutate(List<Frame> frames) {
    List<Frame> changed = new ArrayList<>(frames);
    for (int i = random.nextInt(1, MAX_CHANGES + 1); i > 0; i--) {
      change(changed);
    }
    return changed;
  }

  /** A copy in which the bytes of bodies are changed, and frames stay whole. */
  List<Frame> mutateBodies(List<Frame> frames) {
    List<Frame> changed = new ArrayList<>(frames);
    changed.replaceAll(
        frame ->
            frame.type() == Frame.DATA && random.nextInt(3) == 0
                ? frame.withPayload(bytes.mutate(frame.payload(), frame.payload()))
                : frame);
    return changed;
  }

  private void change(List<Frame> frames) {
    int at = random.nextInt(frames.size());
    Frame frame = frames.get(at);
    switch (random.nextInt(14)) {
      case 0 -> {
        if (frames.size() > 1) {
          frames.remove(at);
        }
      }
      case 1 -> frames.add(at, frame);
      case 2 -> frames.add(random.nextInt(frames.size() + 1), frame);
      case 3 -> {
        for (int i = random.nextInt(MAX_COPIES); i > 0; i--) {
          frames.add(at, frame);
        }
      }
      case 4 -> {
        Frame other = frames.get(random.nextInt(frames.size()));
        frames.set(frames.indexOf(other), frame);
        frames.set(at, other);
      }
      case 5 -> frames.set(at, frame.withFlags(frame.flags() ^ 1 << random.nextInt(8)));
      case 6 -> frames.set(at, frame.withStream(stream(frame)));
      case 7 -> frames.set(at, frame.withType(random.nextInt(TYPES)));
      case 8 -> frames.set(at, frame.withLength(length(frame)));
      case 9 -> frames.set(at, padded(frame));
      case 10 -> split(frames, at, frame);
      case 11 -> frames.add(at, invented());
      default -> {
        byte[] other = frames.get(random.nextInt(frames.size())).payload();
        frames.set(at, frame.withPayload(bytes.mutate(frame.payload(), other)));
      }
    }
  }

  private int stream(Frame frame) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> frame.stream() + 1;
      case 2 -> frame.stream() | 1 << 31;
      case 3 -> MAX_STREAM;
      default -> random.nextInt(12);
    };
  }

  private int length(Frame frame) {
    return switch (random.nextInt(3)) {
      case 0 -> Math.max(0, frame.length() - 1);
      case 1 -> frame.length() + 1;
      default -> LENGTHS[random.nextInt(LENGTHS.length)];
    };
  }

  /** With a length of padding that may be more than there is. */
  private Frame padded(Frame frame) {
    byte[] payload = frame.payload().clone();
    if (payload.length > 0) {
      payload[0] = (byte) random.nextInt(256);
    }
    return frame.withPayload(payload).withFlags(frame.flags() | Frame.PADDED);
  }

  /** The payload goes on in CONTINUATION frames, some of them empty. */
  private void split(List<Frame> frames, int at, Frame frame) {
    byte[] payload = frame.payload();
    int cut = random.nextInt(payload.length + 1);
    frames.set(
        at,
        frame
            .withPayload(Arrays.copyOf(payload, cut))
            .withFlags(frame.flags() & ~Frame.END_HEADERS));
    int next = at + 1;
    for (int i = random.nextInt(MAX_COPIES); i > 0; i--) {
      frames.add(next++, Frame.of(Frame.CONTINUATION, 0, frame.stream(), new byte[0]));
    }
    byte[] rest = Arrays.copyOfRange(payload, cut, payload.length);
    int flags = random.nextInt(4) == 0 ? 0 : Frame.END_HEADERS;
    frames.add(next, Frame.of(Frame.CONTINUATION, flags, frame.stream(), rest));
  }

  private Frame invented() {
    int stream = random.nextInt(8);
    return switch (random.nextInt(8)) {
      case 0 -> Frame.of(Frame.RST_STREAM, 0, stream, Frame.number(random.nextInt(16)));
      case 1 -> Frame.of(Frame.WINDOW_UPDATE, 0, stream, Frame.number(odd()));
      case 2 -> Frame.of(Frame.SETTINGS, 0, 0, setting());
      case 3 -> Frame.of(Frame.GOAWAY, 0, 0, new byte[8 + random.nextInt(9)]);
      case 4 -> Frame.of(Frame.PUSH_PROMISE, Frame.END_HEADERS, stream, Frame.number(2));
      case 5 -> Frame.of(Frame.PRIORITY, 0, stream, new byte[] {0, 0, 0, (byte) stream, 1});
      case 6 -> Frame.of(Frame.DATA, random.nextInt(2), stream, new byte[random.nextInt(3)]);
      default -> {
        byte[] noise = new byte[random.nextInt(60)];
        random.nextBytes(noise);
        yield Frame.of(random.nextInt(TYPES), random.nextInt(256), stream, noise);
      }
    };
  }

  private byte[] setting() {
    byte[] setting = new byte[6];
    setting[1] = (byte) random.nextInt(10);
    System.arraycopy(Frame.number(odd()), 0, setting, 2, 4);
    return setting;
  }

  private int odd() {
    return switch (random.nextInt(5)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> MAX_STREAM;
      case 3 -> random.nextInt(20);
      default -> random.nextInt();
    };
  }
}
