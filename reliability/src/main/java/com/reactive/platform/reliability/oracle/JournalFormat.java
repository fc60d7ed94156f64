package com.reactive.platform.reliability.oracle;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The bytes of a journal: blocks, each written by one write(2).
 *
 * <pre>
 * block  = magic 4 | number 4 | payload length 4 | CRC32C of payload 4 | CRC32C of these 16 bytes 4 | payload
 * head   = run 8 | start, wall clock ms 8                                       (the payload of block 0)
 * entry  = kind 1 | note 1 | lane 2 | sequence 4 | ms since start 4 | status 2 | partition 2 | offset 8
 * </pre>
 *
 * A client that is killed leaves a file that ends within a block: it is torn, which says nothing
 * against it, since the block was still to be followed by what it announces. A whole block with a
 * wrong sum is corrupt. The head has a sum of its own, so that a wrong length is not taken for a
 * torn end.
 */
final class JournalFormat {
  static final int MAGIC = 0x4F52_4A31;
  static final int BLOCK_HEAD = 20;
  static final int HEAD_BYTES = 16;
  static final int ENTRY_BYTES = 24;
  static final int MAX_PAYLOAD = 4_096 * ENTRY_BYTES;
  static final byte SENT = 1;
  static final byte ANSWERED = 2;
  static final byte UNANSWERED = 3;
  static final byte LOOKED_UP = 4;
  private static final String SUFFIX = ".journal";

  private JournalFormat() {}

  static String fileName(long run) {
    return String.format("%016x", run) + SUFFIX;
  }

  static boolean isJournal(Path file) {
    return file.toString().endsWith(SUFFIX);
  }

  static int sum(ByteBuffer bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().position(from).limit(from + length));
    return (int) crc.getValue();
  }

  /** Writes the head of a block whose payload stands behind it already. */
  static void seal(ByteBuffer block, int number, int payload) {
    block.putInt(0, MAGIC);
    block.putInt(4, number);
    block.putInt(8, payload);
    block.putInt(12, sum(block, BLOCK_HEAD, payload));
    block.putInt(16, sum(block, 0, 16));
  }
}
