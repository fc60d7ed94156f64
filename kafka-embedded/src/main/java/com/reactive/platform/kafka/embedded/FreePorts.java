package com.reactive.platform.kafka.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free loopback ports for servers that go and come back, and holds them until closed, so that
 * several that are taken together differ. Not for use by several threads.
 *
 * <p>The ports lie below those that the system gives to outgoing connections. While a server is
 * away no connection can take its port; a client that retries the dead server on loopback could
 * even be given the very port it calls, and be connected to itself.
 */
public final class FreePorts implements AutoCloseable {
  private static final Path OUTGOING_RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int FIRST = 10_240;
  private static final int USUAL_END = 32_768; // on Linux; 49152 elsewhere
  private static final int ATTEMPTS = 1_000;

  private final int end = firstOutgoing();
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
   * A port that nobody listens on and that this one has not taken before.
   *
   * @throws EmbeddedKafkaException if none is found
   */
  public int takeAny() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, end);
      try {
        take(port);
        return port;
      } catch (PortTakenException taken) {
        // The next random number, then.
      }
    }
    throw new EmbeddedKafkaException("no free port found between " + FIRST + " and " + end);
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

  private static int firstOutgoing() {
    try {
      int first = Integer.parseInt(Files.readString(OUTGOING_RANGE).strip().split("\\s+", -1)[0]);
      return first >= FIRST + ATTEMPTS ? first : USUAL_END; // no room below: any port is as good
    } catch (IOException | NumberFormatException notLinux) {
      return USUAL_END;
    }
  }
}
