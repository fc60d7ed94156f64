package com.reactive.platform.kafka.benchmark.footprint;

import com.reactive.platform.testbed.Commands;
import com.reactive.platform.testbed.OpenFiles;
import com.reactive.platform.testbed.ProcStat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Memory of a gateway's connections: the used heap after a collection, and all other resident
 * memory. The gateway's heap must therefore have a fixed size and be touched from the start ({@link
 * #addTo}): otherwise garbage would add to the resident memory. For one thread.
 */
final class ConnectionMemory {
  /** Enough for the other work of the JVM to be little for each. */
  static final int MANY = 5_000;

  private static final int WARM_UP_CONNECTIONS = 64;
  private static final int WARM_UP_POSTS = 200;
  private static final int POSTS = 5;
  private static final Pattern USED = Pattern.compile("used (\\d+)K");

  private final long pid;
  private final int port;
  private final OpenConnections.Protocol protocol;
  private final int connections;

  /**
   * @param idleKibibytes of a connection that has sent no request yet
   * @param usedKibibytes of a connection that has posted events, with all others at once
   * @param arrivingKibibytes of one that has sent half an event, as all others have
   */
  record Cost(double idleKibibytes, double usedKibibytes, double arrivingKibibytes) {}

  /**
   * @param connections number of them, {@link #MANY} for exact figures
   */
  ConnectionMemory(long pid, int port, OpenConnections.Protocol protocol, int connections) {
    this.pid = pid;
    this.port = port;
    this.protocol = protocol;
    this.connections = connections;
  }

  /** Adds the options of the gateway's JVM to its environment. */
  static void addTo(Map<String, String> environment) {
    environment.put("GATEWAY_JAVA_OPTS", "-Xmx1g"); // the launcher's default
    environment.put("JAVA_TOOL_OPTIONS", "-Xms1g -XX:+AlwaysPreTouch");
  }

  /** Opens the connections, and closes them again. */
  Cost measure() throws IOException {
    OpenFiles.require(connections);
    try (OpenConnections few = OpenConnections.to(protocol, port, WARM_UP_CONNECTIONS)) {
      post(few, WARM_UP_POSTS);
    }
    double before = kibibytes();
    try (OpenConnections many = OpenConnections.to(protocol, port, connections)) {
      double idle = kibibytes();
      post(many, POSTS);
      double used = kibibytes();
      many.beginAtOnce();
      double arriving = kibibytes();
      many.finishAtOnce();
      return new Cost(
          (idle - before) / connections,
          (used - before) / connections,
          (arriving - before) / connections);
    }
  }

  private static void post(OpenConnections connections, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      connections.beginAtOnce();
      connections.finishAtOnce();
    }
  }

  /**
   * Used heap after a collection, and all that is resident; the heap's size is a constant in it.
   */
  private double kibibytes() throws IOException {
    jcmd("GC.run");
    Matcher used = USED.matcher(jcmd("GC.heap_info"));
    if (!used.find()) {
      throw new IOException("the gateway's JVM does not report its used heap");
    }
    return Long.parseLong(used.group(1)) + 1_024 * ProcStat.megabytes(pid, "Rss");
  }

  private String jcmd(String command) throws IOException {
    String program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    return Commands.run(program, Long.toString(pid), command);
  }
}
