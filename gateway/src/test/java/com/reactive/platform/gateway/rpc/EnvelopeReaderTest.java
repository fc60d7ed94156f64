package com.reactive.platform.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EnvelopeReaderTest {
  private static final int MAX_BYTES = 1_000;

  private final FakeHttpCall loop = new FakeHttpCall("POST", null);

  @Test
  void whereverTheBytesAreSplitTheMessagesAreTheSame() {
    Random random = new Random(20261123);
    for (int run = 0; run < 2_000; run++) {
      List<byte[]> sent = new ArrayList<>();
      ByteBuffer all = ByteBuffer.allocate(64 << 10);
      for (int i = 0; i < 20; i++) {
        byte[] message = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(MAX_BYTES + 1)];
        random.nextBytes(message);
        sent.add(message);
        all.put((byte) (i % 2)).putInt(message.length).put(message);
      }
      EnvelopeReader reader = new EnvelopeReader(loop, MAX_BYTES);
      List<byte[]> read = new ArrayList<>();
      int end = all.position();
      int from = 0;
      while (from < end) {
        int count = Math.min(end - from, random.nextBoolean() ? 1 + random.nextInt(8) : 700);
        // Another array each time, with other bytes around it: nothing may be read of it later.
        byte[] piece = Arrays.copyOfRange(all.array(), from, from + count + 3);
        reader.begin(piece, 0, count);
        boolean reads = random.nextInt(4) > 0;
        while (reads && reader.next()) {
          assertThat(reader.flags()).isEqualTo(read.size() % 2);
          read.add(reader.copy());
        }
        reader.end();
        Arrays.fill(piece, (byte) 0x55);
        from += count;
      }
      while (reader.next()) {
        read.add(reader.copy());
      }
      assertThat(reader.fault()).isNull();
      assertThat(reader.isEmpty()).isTrue();
      assertThat(read).hasSize(sent.size());
      for (int i = 0; i < sent.size(); i++) {
        assertThat(read.get(i)).isEqualTo(sent.get(i));
      }
      reader.release();
    }
  }

  @Test
  void aLengthThatIsTooLargeIsAFaultAtOnce() {
    for (int length : new int[] {MAX_BYTES + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
      EnvelopeReader reader = new EnvelopeReader(loop, MAX_BYTES);
      byte[] head = ByteBuffer.allocate(5).put((byte) 0).putInt(length).array();
      reader.begin(head, 0, head.length);
      assertThat(reader.next()).isFalse();
      assertThat(reader.fault().code()).isEqualTo(RpcCode.RESOURCE_EXHAUSTED);
      reader.end();
      assertThat(reader.next()).isFalse();
    }
  }

  @Test
  void aLengthAloneTakesNoMemory() {
    EnvelopeReader reader = new EnvelopeReader(loop, 16 << 20);
    byte[] head = ByteBuffer.allocate(5).put((byte) 0).putInt(16 << 20).array();
    reader.begin(head, 0, head.length);
    assertThat(reader.next()).isFalse();
    reader.end();
    assertThat(reader.fault()).isNull();
    assertThat(loop.reserved()).isLessThan(1_000);
    reader.release();
    assertThat(loop.reserved()).isZero();
  }
}
