package com.reactive.platform.kafka.embedded;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns what a dead broker left in its log into one sentence. */
final class StartFailure {

  private static final int LAST_LINES = 15;
  private static final int MAX_TAIL_BYTES = 64 << 10;

  private static final Pattern PORT_TAKEN =
      Pattern.compile("failed to bind to \\S+?:(\\d+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern DISK_FULL = Pattern.compile("No space left on device");
  private static final Pattern LOCKED = Pattern.compile(BrokerProtocol.LOCKED);
  private static final Pattern UNWRITABLE =
      Pattern.compile("Permission denied|AccessDenied|Read-only file system");
  private static final Pattern NO_MEMORY =
      Pattern.compile("OutOfMemoryError|Could not reserve enough space for|Too small maximum heap");
  private static final Pattern BAD_CONFIG = Pattern.compile("ConfigException: (.*)");

  private StartFailure() {}

  /**
   * @param what how it ended, such as "Kafka node 1 ended with exit code 1"
   * @param said the end of its log, of this start only
   * @param freeBytes on the disk that holds the data; a full disk may have kept the broker from
   *     logging anything
   */
  static EmbeddedKafkaException explain(
      String what, Path log, Path data, String said, long freeBytes) {
    Matcher port = PORT_TAKEN.matcher(said);
    if (port.find()) {
      return new PortTakenException(Integer.parseInt(port.group(1)));
    }
    return new EmbeddedKafkaException(sentence(what, data, said, freeBytes) + evidence(log, said));
  }

  private static String sentence(String what, Path data, String said, long freeBytes) {
    if (DISK_FULL.matcher(said).find() || freeBytes < 1 << 20) {
      return "the disk that holds " + data + " is full";
    }
    if (LOCKED.matcher(said).find()) {
      return "data folder " + data + " is in use by another broker";
    }
    if (UNWRITABLE.matcher(said).find()) {
      return "cannot write to data folder " + data;
    }
    if (NO_MEMORY.matcher(said).find()) {
      return what + ": its heap is too small or the machine is out of memory";
    }
    Matcher config = BAD_CONFIG.matcher(said);
    return config.find() ? "Kafka refused its configuration: " + config.group(1) : what;
  }

  private static String evidence(Path log, String said) {
    if (said.isBlank()) {
      return " (it logged nothing to " + log + ")";
    }
    String[] lines = said.strip().split("\n", -1);
    StringBuilder text = new StringBuilder("\nlast lines of ").append(log).append(':');
    for (int i = Math.max(0, lines.length - LAST_LINES); i < lines.length; i++) {
      text.append("\n  ").append(lines[i]);
    }
    return text.toString();
  }

  /**
   * The log from {@code fromByte} on, or its last 64 KiB if that is less; empty when it cannot be
   * read.
   */
  static String tail(Path log, long fromByte) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long length = file.length();
      // A log shorter than before was rolled: all of it is new.
      long from = Math.max(fromByte <= length ? fromByte : 0, length - MAX_TAIL_BYTES);
      byte[] bytes = new byte[(int) (length - from)];
      file.seek(from);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
