package com.reactive.platform.kafka.benchmark.subject;

/**
 * The bodies of {@link CounterMessages} in protobuf: the same customer, session, action and value.
 * Pure functions; none allocates.
 */
public final class CounterProtobuf {
  private static final int CUSTOMER = 1 << 3 | 2;
  private static final int SESSION = 2 << 3 | 2;
  private static final int ACTION = 3 << 3;
  private static final int INCREMENT = 1;
  private static final int VALUE = 4 << 3;
  private static final int JSON_END_BYTES = 2;

  private CounterProtobuf() {}

  /** Length of the message of which JSON has so many bytes. */
  public static int bytes(int jsonBytes) {
    int customer = customerBytes(jsonBytes);
    return 1 + (customer > 0x7F ? 2 : 1) + customer + 2 + CounterMessages.SESSION_BYTES + 4;
  }

  private static int customerBytes(int jsonBytes) {
    return jsonBytes - CounterMessages.CUSTOMER_FROM - JSON_END_BYTES;
  }

  /** Writes the event of this JSON. */
  public static void write(byte[] json, byte[] target, int offset) {
    int customer = customerBytes(json.length);
    int at = offset;
    target[at++] = CUSTOMER;
    if (customer > 0x7F) {
      target[at++] = (byte) (customer | 0x80);
      target[at++] = (byte) (customer >>> 7);
    } else {
      target[at++] = (byte) customer;
    }
    System.arraycopy(json, CounterMessages.CUSTOMER_FROM, target, at, customer);
    at += customer;
    target[at++] = SESSION;
    target[at++] = CounterMessages.SESSION_BYTES;
    System.arraycopy(json, CounterMessages.SESSION_FROM, target, at, CounterMessages.SESSION_BYTES);
    at += CounterMessages.SESSION_BYTES;
    target[at++] = ACTION;
    target[at++] = INCREMENT;
    target[at++] = VALUE;
    target[at] = CounterMessages.VALUE;
  }
}
