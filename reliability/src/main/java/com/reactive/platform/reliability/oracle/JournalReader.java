package com.reactive.platform.reliability.oracle;

import static com.reactive.platform.reliability.oracle.JournalFormat.BLOCK_HEAD;
import static com.reactive.platform.reliability.oracle.JournalFormat.ENTRY_BYTES;
import static com.reactive.platform.reliability.oracle.JournalFormat.HEAD_BYTES;
import static com.reactive.platform.reliability.oracle.JournalFormat.MAGIC;
import static com.reactive.platform.reliability.oracle.JournalFormat.MAX_PAYLOAD;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a journal from its beginning. For one thread. */
final class JournalReader {
  private static final int BUFFER_BYTES = 1 << 18;

  private final Path path;
  private final JournalVisitor visitor;
  private final ByteBuffer head = ByteBuffer.allocate(BLOCK_HEAD);
  private final ByteBuffer payload = ByteBuffer.allocate(MAX_PAYLOAD);
  private long startMillis;

  private JournalReader(Path path, JournalVisitor visitor) {
    this.path = path;
    this.visitor = visitor;
  }

  /**
   * Tells all of it.
   *
   * @return how many bytes stand behind the last whole block: 0 unless its client was killed while
   *     it wrote
   * @throws CorruptJournalException if it is not what was written
   */
  static long read(Path path, JournalVisitor visitor) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES)) {
      return new JournalReader(path, visitor).readAll(in);
    }
  }

  private long readAll(InputStream in) throws IOException {
    for (int number = 0; ; number++) {
      int got = in.readNBytes(head.array(), 0, BLOCK_HEAD);
      if (got < BLOCK_HEAD) {
        return got;
      }
      int length = checkedLength(number);
      int body = in.readNBytes(payload.array(), 0, length);
      if (body < length) {
        return (long) BLOCK_HEAD + body;
      }
      require(JournalFormat.sum(payload, 0, length) == head.getInt(12), number, "has a wrong sum");
      if (number == 0) {
        require(length == HEAD_BYTES, number, "is no beginning of a journal");
        startMillis = payload.getLong(8);
        visitor.head(payload.getLong(0));
      } else {
        require(length % ENTRY_BYTES == 0, number, "ends within an entry");
        for (int at = 0; at < length; at += ENTRY_BYTES) {
          tell(at, number);
        }
      }
    }
  }

  private int checkedLength(int number) throws CorruptJournalException {
    require(
        JournalFormat.sum(head, 0, 16) == head.getInt(16), number, "has a head with a wrong sum");
    require(head.getInt(0) == MAGIC, number, "is no block of a journal");
    require(head.getInt(4) == number, number, "says that it is block " + head.getInt(4));
    int length = head.getInt(8);
    require(length > 0 && length <= MAX_PAYLOAD, number, "says that it is " + length + " long");
    return length;
  }

  private void tell(int at, int number) throws CorruptJournalException {
    int note = payload.get(at + 1);
    int lane = payload.getShort(at + 2);
    int sequence = payload.getInt(at + 4);
    long millis = startMillis + payload.getInt(at + 8);
    require(lane >= 0 && sequence >= 0 && note >= 0, number, "has an entry without an id");
    switch (payload.get(at)) {
      case JournalFormat.SENT -> {
        require(note < Variant.count(), number, "has an entry of a kind that is not known");
        visitor.sent(lane, sequence, Variant.of(note), millis);
      }
      case JournalFormat.ANSWERED -> {
        require(note < ResponseNote.count(), number, "has an entry of a kind that is not known");
        visitor.answered(
            lane,
            sequence,
            payload.getShort(at + 12),
            ResponseNote.of(note),
            payload.getShort(at + 14),
            payload.getLong(at + 16),
            millis);
      }
      case JournalFormat.LOOKED_UP ->
          visitor.lookedUp(
              lane,
              sequence,
              payload.getShort(at + 12),
              payload.getShort(at + 14),
              payload.getLong(at + 16));
      case JournalFormat.UNANSWERED -> visitor.unanswered(lane, sequence, millis);
      default -> require(false, number, "has an entry of a kind that is not known");
    }
  }

  private void require(boolean met, int block, String what) throws CorruptJournalException {
    if (!met) {
      throw new CorruptJournalException("block " + block + " of " + path + " " + what);
    }
  }
}
