package com.reactive.platform.kafka.benchmark.subject;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PackedTest {
  private static final int MESSAGE_BYTES = 40;
  private static final int STEP = Packed.PREFIX_BYTES + MESSAGE_BYTES;

  private static final MessageFormat EXPECTED = new MessageFormat(7, MESSAGE_BYTES, Payload.RANDOM);

  private final FoundIds found = new FoundIds();
  private final Packed.Reader reader = new Packed.Reader();
  private byte[] value;

  @BeforeEach
  void packThreeMessages() {
    value = new byte[Packed.HEADER_BYTES + 3 * STEP];
    Packed.writeInt(value, 0, 3);
    for (int sequence = 0; sequence < 3; sequence++) {
      write(sequence, Payload.RANDOM);
    }
  }

  @Test
  void findsThemAll() {
    read(value);
    assertFound(0, 1, 2);
    assertThat(found.damagedCount()).isZero();
  }

  @Test
  void aMessageOfThePayloadThatTheRunDoesNotUseIsDamaged() {
    write(1, Payload.CONSTANT);
    read(value);
    assertFound(0, 2);
    assertThat(found.damagedCount()).isOne();
  }

  @Test
  void aMessageCutOffIsDamaged() {
    for (int bytes : new int[] {24, 32}) {
      found.clear();
      byte[] cut = Arrays.copyOfRange(value, 8, 8 + bytes);
      KafkaTarget.readPlain(new ConsumerRecord<>("t", 0, 0, null, cut), EXPECTED, found);
      assertThat(found.ids()).isEmpty();
      assertThat(found.damagedCount()).isOne();
    }
  }

  @Test
  void aBrokenMessageIsDamagedAndTheOthersAreFound() {
    value[Packed.HEADER_BYTES + STEP + Packed.PREFIX_BYTES + 30] ^= 1;
    read(value);
    assertFound(0, 2);
    assertThat(found.damagedCount()).isOne();
  }

  @Test
  void fewerMessagesThanTheHeaderSaysAreNotFound() {
    read(Arrays.copyOf(value, value.length - STEP));
    assertFound(0, 1);
    assertThat(found.damagedCount()).isOne();
  }

  @Test
  void moreMessagesThanTheHeaderSaysAreNoneOfOurs() {
    Packed.writeInt(value, 0, 2);
    read(value);
    assertFound(0, 1);
    assertThat(found.damagedCount()).isOne();
  }

  @Test
  void nothingIsReadBeyondTheRecordWhateverTheLengthsSay() {
    for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, MESSAGE_BYTES + 1}) {
      found.clear();
      Packed.writeInt(value, Packed.HEADER_BYTES + 2 * STEP, length);
      read(value);
      assertFound(0, 1);
      assertThat(found.damagedCount()).isOne();
    }
  }

  @Test
  void tooShortOrAbsentIsDamaged() {
    read(null);
    read(new byte[3]);
    KafkaTarget.readPlain(new ConsumerRecord<>("t", 0, 0, null, null), EXPECTED, found);
    KafkaTarget.readPlain(new ConsumerRecord<>("t", 0, 0, null, new byte[23]), EXPECTED, found);
    assertThat(found.ids()).isEmpty();
    assertThat(found.damagedCount()).isEqualTo(4);
  }

  private void write(int sequence, Payload payload) {
    int at = Packed.HEADER_BYTES + sequence * STEP;
    Packed.writeInt(value, at, MESSAGE_BYTES);
    new MessageFormat(7, MESSAGE_BYTES, payload)
        .write(value, at + Packed.PREFIX_BYTES, 1, sequence, 0);
  }

  private void read(byte[] recordValue) {
    reader.read(new ConsumerRecord<>("t", 0, 0, null, recordValue), EXPECTED, found);
  }

  private void assertFound(long... sequences) {
    assertThat(found.ids().stream().mapToLong(FoundIds.Id::sequence))
        .containsExactly(box(sequences));
  }

  private static Long[] box(long... values) {
    return Arrays.stream(values).boxed().toArray(Long[]::new);
  }
}
