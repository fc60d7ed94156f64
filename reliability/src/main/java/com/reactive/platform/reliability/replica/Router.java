package com.reactive.platform.reliability.replica;

import com.reactive.platform.kafka.embedded.FreePorts;
import com.reactive.platform.testbed.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** HAProxy in front of gateways of this machine; the program must be installed. */
final class Router implements AutoCloseable {
  private static final String PROGRAM = "haproxy";
  private static final Duration VERSION_WITHIN = Duration.ofSeconds(10);

  private final ChildProcess process;
  private final int port;

  private Router(ChildProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts it.
   *
   * @param folder for its configuration and its log
   * @param gateways their ports
   * @throws IOException with one clear sentence if there is no such program
   */
  static Router start(Path folder, Routing routing, List<Integer> gateways)
      throws IOException, InterruptedException {
    try {
      ChildProcess.run(List.of(PROGRAM, "-v"), Map.of(), VERSION_WITHIN);
    } catch (IOException e) {
      throw new IOException("HAProxy is needed (apt-get install haproxy): " + e.getMessage(), e);
    }
    int port = FreePorts.any();
    Path file = folder.resolve("haproxy.cfg");
    Files.writeString(file, configuration(port, routing, gateways));
    List<String> command = List.of(PROGRAM, "-db", "-f", file.toString());
    return new Router(ChildProcess.start(command, Map.of(), folder.resolve("haproxy.log")), port);
  }

  /** As deploy/compose/haproxy.cfg: nothing that may have reached a gateway is sent again. */
  static String configuration(int port, Routing routing, List<Integer> gateways) {
    StringBuilder text =
        new StringBuilder(
            """
            defaults
                mode http
                timeout connect 2s
                timeout client 60s
                timeout server 60s
                timeout queue 2s
                retries 2
                retry-on conn-failure
                option redispatch
            frontend events
                bind 127.0.0.1:%d
                default_backend gateways
            backend gateways
                http-reuse safe
                default-server check inter 200ms fall 2 rise 1 pool-purge-delay 20s
            """
                .formatted(port));
    text.append(routing.lines());
    for (int i = 0; i < gateways.size(); i++) {
      text.append("    server gateway-%d 127.0.0.1:%d%n".formatted(i + 1, gateways.get(i)));
    }
    return text.toString();
  }

  int port() {
    return port;
  }

  /**
   * Makes sure that it runs.
   *
   * @throws IOException with what it said last if it does not
   */
  void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("HAProxy has ended by itself" + process.tail());
    }
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
