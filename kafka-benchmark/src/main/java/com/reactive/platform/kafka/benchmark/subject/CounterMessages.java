package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.nio.charset.StandardCharsets;

/**
 * The messages of one load worker as bodies of {@code POST /api/counter}.
 *
 * <pre>
 * {"sessionId":"r0123456789abcdef-0000-00000000002a","action":"increment","value":1,"customerId":"0000002a9f41.."}
 * </pre>
 *
 * The session is the id: the payload's kind ({@code r}andom, {@code c}onstant or {@code t}ext),
 * then run tag, worker and sequence, all in hexadecimal. The customer becomes the record's key:
 * every worker has {@value #KEYS} of them, which it uses in turn, so that keys come again as those
 * of real customers do, but far enough from each other that nothing compresses them. A customer
 * begins with its number, so that keys spread over the partitions whatever the payload is. Then
 * comes the payload of {@link MessageFormat} for that number, in hexadecimal too unless it is text,
 * long enough for the wanted {@link MessageFormat#messageBytes()}. That is the one thing to adjust,
 * from {@link #MIN_BYTES} to {@link #MAX_BYTES}, because the gateway takes customers of 256
 * characters at most. {@linkplain NotedEvent Noted events} have the payload in a field of their own
 * behind the customer, which may be larger. The intended time does not travel in a body.
 *
 * <p>Not thread-safe. Writing allocates nothing.
 */
public final class CounterMessages {
  private static final String BEFORE_SESSION = "{\"sessionId\":\"";
  static final String ACTION = "increment";
  static final int VALUE = 1;
  private static final String BEFORE_CUSTOMER =
      "\",\"action\":\"" + ACTION + "\",\"value\":" + VALUE + ",\"customerId\":\"";
  private static final String END = "\"}";

  static final int KIND_AT = 0;
  static final int TAG_AT = 1;
  static final int TAG_DIGITS = 16;
  static final int WORKER_AT = 18;
  static final int WORKER_DIGITS = 4;
  static final int SEQUENCE_AT = 23;
  static final int SEQUENCE_DIGITS = 12;
  static final int SESSION_BYTES = SEQUENCE_AT + SEQUENCE_DIGITS;
  static final int SESSION_FROM = BEFORE_SESSION.length();

  /** Customers of a worker. */
  static final int KEYS = 4_096;

  /** Of the customer, with which it begins. */
  static final int KEY_DIGITS = 8;

  private static final int MAX_CUSTOMER_BYTES = 256;
  static final int CUSTOMER_FROM = SESSION_FROM + SESSION_BYTES + BEFORE_CUSTOMER.length();

  /** The shortest body. */
  public static final int MIN_BYTES = CUSTOMER_FROM + KEY_DIGITS + END.length();

  /** The longest body. */
  public static final int MAX_BYTES = CUSTOMER_FROM + MAX_CUSTOMER_BYTES + END.length();

  private static final String BEFORE_NOTE = "\",\"" + NotedEvent.FIELD + "\":\"";
  static final int NOTE_FROM = CUSTOMER_FROM + KEY_DIGITS + BEFORE_NOTE.length();

  /** The shortest body of a noted event. */
  public static final int MIN_NOTED_BYTES = NOTE_FROM + END.length();

  private static final int MAX_NOTED_BYTES = 1 << 20;

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final int worker;
  private final boolean noted;
  private final byte[] template;
  private final int payloadFrom;
  private final int payloadDigits;
  private final boolean text;
  private final MessageFormat payload;
  private final byte[] scratch;

  /**
   * Prepares a worker's bodies.
   *
   * @throws IllegalArgumentException if bodies cannot be so short or so long
   */
  public CounterMessages(MessageFormat format, int worker) {
    this(format, worker, false);
  }

  /**
   * Prepares a worker's bodies.
   *
   * @param noted true if they are {@linkplain NotedEvent noted events}
   * @throws IllegalArgumentException if bodies cannot be so short or so long
   */
  public CounterMessages(MessageFormat format, int worker, boolean noted) {
    int bytes = format.messageBytes();
    int min = noted ? MIN_NOTED_BYTES : MIN_BYTES;
    int max = noted ? MAX_NOTED_BYTES : MAX_BYTES;
    if (bytes < min || bytes > max) {
      throw new IllegalArgumentException(
          "messages as JSON have " + min + " to " + max + " bytes, not " + bytes);
    }
    this.worker = worker;
    this.noted = noted;
    this.template = template(format, worker, noted);
    this.payloadFrom = noted ? NOTE_FROM : CUSTOMER_FROM + KEY_DIGITS;
    this.payloadDigits = bytes - min;
    this.text = format.payload() == Payload.TEXT;
    int payloadBytes = text ? payloadDigits : (payloadDigits + 1) / 2;
    this.payload =
        new MessageFormat(
            format.runTag(), MessageFormat.MIN_BYTES + payloadBytes, format.payload());
    this.scratch = new byte[payload.messageBytes()];
  }

  /** Length of every body, bytes. */
  public int bytes() {
    return template.length;
  }

  /** Writes the whole body of this message. */
  public void write(byte[] buffer, int offset, long sequence) {
    System.arraycopy(template, 0, buffer, offset, template.length);
    writeHex(sequence, buffer, offset + SESSION_FROM + SEQUENCE_AT, SEQUENCE_DIGITS);
    long customer = sequence % KEYS;
    writeHex(customer, buffer, offset + CUSTOMER_FROM, KEY_DIGITS);
    payload.write(scratch, 0, worker, noted ? sequence : customer, 0);
    int to = offset + payloadFrom;
    if (text) {
      System.arraycopy(scratch, MessageFormat.MIN_BYTES, buffer, to, payloadDigits);
      return;
    }
    for (int i = 0; i < payloadDigits; i++) {
      int pair = scratch[MessageFormat.MIN_BYTES + i / 2];
      buffer[to + i] = HEX[(i % 2 == 0 ? pair >>> 4 : pair) & 0xF];
    }
  }

  /** The letter that stands for a payload. */
  static char letter(Payload payload) {
    return payload.text().charAt(0);
  }

  private static byte[] template(MessageFormat format, int worker, boolean noted) {
    String customer =
        noted
            ? "0".repeat(KEY_DIGITS)
                + BEFORE_NOTE
                + "0".repeat(format.messageBytes() - MIN_NOTED_BYTES)
            : "0".repeat(format.messageBytes() - CUSTOMER_FROM - END.length());
    String session =
        String.format("%c%016x-%04x-%012x", letter(format.payload()), format.runTag(), worker, 0);
    return (BEFORE_SESSION + session + BEFORE_CUSTOMER + customer + END)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static void writeHex(long value, byte[] buffer, int offset, int digits) {
    long left = value;
    for (int i = offset + digits - 1; i >= offset; i--, left >>>= 4) {
      buffer[i] = HEX[(int) left & 0xF];
    }
  }
}
