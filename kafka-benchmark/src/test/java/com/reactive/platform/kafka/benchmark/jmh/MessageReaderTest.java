package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MessageReaderTest {
  private final MessageReader reader = new MessageReader(2);

  @Test
  void messagesInOrderAreIntact() {
    read(reader, 0, 0, 1, 2);
    read(reader, 1, 0, 1);

    assertThat(reader.received()).isEqualTo(5);
    reader.requireExactly(5);
  }

  @Test
  void aWriterBeyondThoseKnownIsCorrupt() {
    read(reader, 2, 0);
    wrong(1, "0 intact, 1 corrupt, 0 repeated, 0 skipped");
  }

  @Test
  void everyByteCounts() {
    for (int i = 0; i < Messages.BYTES; i++) {
      MessageReader fresh = new MessageReader(2);
      byte[] message = message(1, 0);
      message[i] ^= 1;
      fresh.read(message, 0, message.length);
      fresh.publish();
      assertThatThrownBy(() -> fresh.requireExactly(1))
          .as("byte %s", i)
          .isInstanceOf(WrongDeliveryException.class)
          .hasMessageContaining("0 intact, 1 corrupt");
    }
  }

  @Test
  void aMessageOfAnotherLengthIsCorrupt() {
    reader.read(message(0, 0), 0, Messages.BYTES - 1);
    reader.publish();
    wrong(1, "0 intact, 1 corrupt, 0 repeated, 0 skipped");
  }

  @Test
  void aGapIsSeen() {
    read(reader, 0, 0, 1, 3);
    wrong(3, "3 intact, 0 corrupt, 0 repeated, 1 skipped");
  }

  @Test
  void aMessageThatComesTwiceIsSeen() {
    read(reader, 0, 0, 1, 1);
    wrong(3, "2 intact, 0 corrupt, 1 repeated, 0 skipped");
  }

  @Test
  void disorderIsSeen() {
    read(reader, 0, 1, 0);
    wrong(2, "1 intact, 0 corrupt, 1 repeated, 1 skipped");
  }

  @Test
  void whatNeverCameIsSeen() {
    read(reader, 0, 0, 1);
    wrong(3, "sent 3 messages; the sink read 2");
  }

  @Test
  void sequencesMayGoInACircle() {
    MessageReader circle = new MessageReader(1, 4);
    read(circle, 0, 0, 1, 2, 3, 0, 1);
    circle.requireExactly(6);

    read(circle, 0, 1);
    assertThatThrownBy(() -> circle.requireExactly(7)).hasMessageContaining("1 repeated");
  }

  @Test
  void aGapIsSeenAcrossTheEndOfTheCircle() {
    MessageReader circle = new MessageReader(1, 8);
    read(circle, 0, 0, 1, 2, 3, 4, 5, 6, 0);
    assertThatThrownBy(() -> circle.requireExactly(8)).hasMessageContaining("1 skipped");
  }

  @Test
  void nothingIsToldBeforeItIsPublished() {
    reader.read(message(0, 0), 0, Messages.BYTES);
    assertThat(reader.received()).isZero();
  }

  private void wrong(long sent, String found) {
    assertThatThrownBy(() -> reader.requireExactly(sent))
        .isInstanceOf(WrongDeliveryException.class)
        .hasMessageContaining(found);
  }

  private static void read(MessageReader reader, int writer, long... sequences) {
    byte[] buffer = new byte[3 * Messages.BYTES];
    for (long sequence : sequences) {
      System.arraycopy(message(writer, sequence), 0, buffer, Messages.BYTES, Messages.BYTES);
      reader.read(buffer, Messages.BYTES, Messages.BYTES);
    }
    reader.publish();
  }

  private static byte[] message(int writer, long sequence) {
    byte[] message = Messages.of(writer);
    Messages.stamp(message, writer, sequence);
    return message;
  }
}
