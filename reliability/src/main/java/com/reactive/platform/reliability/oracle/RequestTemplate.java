package com.reactive.platform.reliability.oracle;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Bytes that hold the places of an event's id, value and customer. Lengths do not differ from event
 * to event. For one thread.
 */
final class RequestTemplate {
  /** Stands for the id, as often as it is needed. */
  static final String ID = "#".repeat(OracleEvent.ID_CHARS);

  /** Stands for the customer. */
  static final String CUSTOMER = "@".repeat(OracleEvent.CUSTOMER_CHARS);

  /** Stands for the value in digits. */
  static final String VALUE = "1000000000";

  /** Stands for the value as protobuf has it. */
  static final String VARINT = varint(1_000_000_000);

  /** The first number of a message in a stream; all have five bytes as a varint. */
  static final long FIRST_SEQUENCE = 1L << 28;

  /** Stands for the number of a message in its stream. */
  static final String SEQUENCE = varint(FIRST_SEQUENCE);

  private final byte[] bytes;
  private final int firstIdAt;
  private final int secondIdAt;
  private final int valueAt;
  private final int varintAt;
  private final int customerAt;
  private final int sequenceAt;

  /**
   * @param text a character for each byte
   */
  RequestTemplate(String text) {
    bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    firstIdAt = text.indexOf(ID);
    secondIdAt = firstIdAt < 0 ? -1 : text.indexOf(ID, firstIdAt + 1);
    valueAt = text.indexOf(VALUE);
    varintAt = text.indexOf(VARINT);
    customerAt = text.indexOf(CUSTOMER);
    sequenceAt = text.indexOf(SEQUENCE);
  }

  /** A number of 28 to 35 bits, so of five bytes. */
  static String varint(long number) {
    StringBuilder text = new StringBuilder();
    for (long left = number; left != 0; left >>>= 7) {
      text.append((char) ((left & 0x7F) | (left > 0x7F ? 0x80 : 0)));
    }
    return text.toString();
  }

  int length() {
    return bytes.length;
  }

  /** Writes them for the event. */
  void write(OracleEvent event, ByteBuffer to) {
    write(event, FIRST_SEQUENCE, to);
  }

  /** Writes them for the event, and its number in a stream. */
  void write(OracleEvent event, long sequence, ByteBuffer to) {
    put(varint(sequence), sequenceAt);
    put(event.id(), firstIdAt);
    put(event.id(), secondIdAt);
    put(Integer.toString(event.value()), valueAt);
    put(varint(event.value()), varintAt);
    put(event.customer(), customerAt);
    to.put(bytes);
  }

  private void put(String text, int at) {
    if (at >= 0) {
      byte[] ascii = text.getBytes(StandardCharsets.ISO_8859_1);
      System.arraycopy(ascii, 0, bytes, at, ascii.length);
    }
  }
}
