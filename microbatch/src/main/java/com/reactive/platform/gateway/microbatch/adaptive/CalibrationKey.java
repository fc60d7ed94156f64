package com.reactive.platform.gateway.microbatch.adaptive;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Key of learning: another machine, broker or way of delivery starts from the bootstrap. The texts
 * may be empty, and have at most 256 characters each.
 *
 * @param host name of the machine
 * @param cores processors, at least 1
 * @param broker the other side, in any words
 * @param note whatever else tells two environments apart
 * @param deliveryMode how events are delivered, such as acknowledgements and record format
 */
public record CalibrationKey(
    String host, int cores, String broker, String note, String deliveryMode) {
  private static final int MAX_LENGTH = 256;

  /** Refuses texts that are too long and machines without a processor. */
  public CalibrationKey {
    requireShort("host", host);
    requireShort("broker", broker);
    requireShort("note", note);
    requireShort("deliveryMode", deliveryMode);
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1, but is " + cores);
    }
  }

  /** This machine, by its name and its processors. May block while the name is looked up. */
  public static CalibrationKey ofThisMachine(String broker, String deliveryMode) {
    int cores = Runtime.getRuntime().availableProcessors();
    return new CalibrationKey(hostName(), cores, broker, "", deliveryMode);
  }

  /** Host, cores, broker and note in one line. */
  public String environment() {
    return "host=" + host + " cores=" + cores + " broker=" + broker + " note=" + note;
  }

  private static String hostName() {
    try {
      String name = InetAddress.getLocalHost().getHostName();
      return name.length() <= MAX_LENGTH ? name : name.substring(0, MAX_LENGTH);
    } catch (UnknownHostException nameless) {
      return "unknown";
    }
  }

  private static void requireShort(String name, String value) {
    if (value == null || value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          name + " must have at most " + MAX_LENGTH + " characters, but is " + value);
    }
  }
}
