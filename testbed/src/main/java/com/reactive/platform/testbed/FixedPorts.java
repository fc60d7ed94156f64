package com.reactive.platform.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for a server that goes and comes back. They lie below those that the system gives to
 * connections: while the server is away, none of these can take its port, least of all one that
 * tries to reach it.
 */
public final class FixedPorts {
  private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final int LOWEST = 10_240;
  private static final int USUAL_END = 32_768;
  private static final int ATTEMPTS = 1_000;

  private FixedPorts() {}

  /** A loopback port that nobody listens on. */
  public static int free() throws IOException {
    int end = ephemeralFrom();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, end);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // Another one, then.
      }
    }
    throw new IOException("no port between " + LOWEST + " and " + end + " is free");
  }

  private static int ephemeralFrom() {
    try {
      int from = Integer.parseInt(Files.readString(RANGE).strip().split("\\s+", -1)[0]);
      return Math.max(from, LOWEST + ATTEMPTS);
    } catch (IOException | NumberFormatException notLinux) {
      return USUAL_END;
    }
  }
}
