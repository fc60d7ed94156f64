package com.reactive.platform.kafka.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * Finds free loopback ports for servers that go and come back, and holds them until closed, so that
 * several that are taken together differ. Not for use by several threads.
 *
 * <p>The ports lie outside the range that the system gives to outgoing connections, as long as that
 * range leaves room. While a server is away no connection can take its port; a client that retries
 * the dead server on loopback could even be given the very port it calls, and be connected to
 * itself. Nor is a port given twice while the process lives that found it, see {@link PortClaims}.
 */
public final class FreePorts implements AutoCloseable {
  private static final Path OUTGOING_RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final Pattern RANGE = Pattern.compile("\\s*\\d{1,5}\\s+\\d{1,5}\\s*");
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int ATTEMPTS = 1_000;

  private final Range range = Range.beside(outgoing());
  private final List<ServerSocket> held = new ArrayList<>();

  /**
   * One port that nobody listens on right now.
   *
   * @throws EmbeddedKafkaException if none is found
   */
  public static int any() {
    try (FreePorts ports = new FreePorts()) {
      return ports.takeAny();
    }
  }

  /**
   * A port that nobody listens on and nobody has been given.
   *
   * @throws EmbeddedKafkaException if none is found
   */
  public int takeAny() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(range.first, range.end);
      try {
        if (PortClaims.claim(port)) { // before it is bound, for its owner may start now
          take(port);
          return port;
        }
      } catch (PortTakenException taken) {
        // The next random number, then.
      }
    }
    throw new EmbeddedKafkaException(
        "no free port found between " + range.first + " and " + range.end);
  }

  /** Takes this port; throws {@link PortTakenException} when it cannot be listened on. */
  void take(int port) {
    try {
      ServerSocket socket = new ServerSocket();
      held.add(socket);
      // As servers do: a port whose old connections linger in TIME_WAIT counts as free.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
    } catch (IOException e) {
      PortTakenException taken = new PortTakenException(port);
      taken.initCause(e);
      throw taken;
    }
  }

  /** Lets go of all ports: now a server may listen on them, and so may anybody else. */
  @Override
  public void close() {
    for (ServerSocket socket : held) {
      try {
        socket.close();
      } catch (IOException e) {
        // It was only held to reserve the port.
      }
    }
  }

  /** Of Linux; elsewhere the range that IANA gives to outgoing connections. */
  static String outgoing() {
    // By one read. Files.readString makes a second one, to which procfs gives nothing.
    try (BufferedReader reader = Files.newBufferedReader(OUTGOING_RANGE)) {
      String range = reader.readLine();
      if (range != null && RANGE.matcher(range).matches()) {
        return range;
      }
    } catch (IOException notLinux) {
      // The range below is as good a guess as any.
    }
    return "49152 65535";
  }

  /**
   * @param end exclusive
   */
  record Range(int first, int end) {
    private static final int FIRST = 10_240;
    private static final int LIMIT = 65_536;
    private static final int USUAL_FIRST_OUTGOING = 32_768;

    /**
     * The ports from 10240 on below those of outgoing connections, or else above them; where
     * neither has room, those that are usually below.
     *
     * @param outgoing the first and the last port, as Linux prints them
     */
    static Range beside(String outgoing) {
      String[] bounds = outgoing.strip().split("\\s+", -1);
      int first = Integer.parseInt(bounds[0]);
      int last = Integer.parseInt(bounds[1]);
      if (first - FIRST >= ATTEMPTS) {
        return new Range(FIRST, first);
      }
      return LIMIT - 1 - last >= ATTEMPTS
          ? new Range(Math.max(FIRST, last + 1), LIMIT)
          : new Range(FIRST, USUAL_FIRST_OUTGOING);
    }
  }
}
