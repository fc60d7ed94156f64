package com.reactive.platform.gateway.microbatch.adaptive;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Key of learning: what is learned under one key holds for all who have the same, and another one
 * starts from the bootstrap. It is a machine with what it talks to ({@link #ofThisMachine}), or a
 * name that outlives machines ({@link #named}). The texts may be empty, and have at most 256
 * characters each.
 *
 * @param host name of the machine; empty if the key does not depend on it
 * @param cores processors, at least 1; not part of a key without a host
 * @param broker the other side, in any words
 * @param note whatever else tells two environments apart; all of it if there is no host
 * @param deliveryMode how events are delivered, such as acknowledgements and record format
 */
public record CalibrationKey(
    String host, int cores, String broker, String note, String deliveryMode) {
  /** Characters that each text may have. */
  public static final int MAX_LENGTH = 256;

  /** As {@link #environment} of a key with a host has it. */
  private static final Pattern WITH_HOST =
      Pattern.compile("host=.* cores=\\d+ broker=(.*) note=.*", Pattern.DOTALL);

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

  /**
   * The same on every machine: a name, such as that of a service, whose instances replace each
   * other.
   *
   * @param servers of the broker, comma-separated; beyond 256 characters they are cut
   */
  public static CalibrationKey named(String name, String servers, String deliveryMode) {
    int cores = Runtime.getRuntime().availableProcessors();
    return new CalibrationKey("", cores, cut(servers), name, deliveryMode);
  }

  /**
   * The name of a cluster by its servers, whatever their order, case and spaces; beyond 256
   * characters it is cut.
   *
   * @param servers comma-separated
   */
  public static String nameOf(String servers) {
    return cut(
        Arrays.stream(servers.split(","))
            .map(server -> server.strip().toLowerCase(Locale.ROOT))
            .filter(server -> !server.isEmpty())
            .map(server -> server.replaceFirst("^[a-z0-9_]+://", ""))
            .distinct()
            .sorted()
            .collect(Collectors.joining(",")));
  }

  /** Host, cores, broker and note in one line; of a key without a host its name. */
  public String environment() {
    return host.isEmpty()
        ? note
        : "host=" + host + " cores=" + cores + " broker=" + broker + " note=" + note;
  }

  /** Whether this is a name and that one was a machine, and both talk to the same broker. */
  public boolean takesOver(String environment) {
    Matcher machine = WITH_HOST.matcher(environment);
    return host.isEmpty()
        && !broker.isEmpty()
        && machine.matches()
        && nameOf(machine.group(1)).equals(nameOf(broker));
  }

  private static String hostName() {
    try {
      return cut(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException nameless) {
      return "unknown";
    }
  }

  private static String cut(String text) {
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
  }

  private static void requireShort(String name, String value) {
    if (value == null || value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          name + " must have at most " + MAX_LENGTH + " characters, but is " + value);
    }
  }
}
