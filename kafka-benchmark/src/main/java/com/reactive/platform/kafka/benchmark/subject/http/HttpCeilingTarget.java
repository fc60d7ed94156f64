package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.Gauges;
import com.reactive.platform.kafka.benchmark.rig.Lane;
import com.reactive.platform.kafka.benchmark.rig.LaneContext;
import com.reactive.platform.kafka.benchmark.rig.ResourceUse;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.testbed.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A server that only answers, in a JVM of its own: what HTTP alone allows here. */
public final class HttpCeilingTarget implements Target {

  /** The servers there are; see the module http-reference. */
  public enum Server {
    /** One thread, nothing allocated per request. */
    NIO("NioServer"),
    /** A thread per connection, virtual ones where the JDK has them. */
    THREADS("ThreadServer"),
    /** Netty and its HTTP codec. */
    NETTY("NettyServer"),
    /** Spring WebFlux on Reactor Netty. */
    WEBFLUX("WebFluxServer");

    private final String main;

    Server(String main) {
      this.main = main;
    }
  }

  private static final String PACKAGE = "com.reactive.platform.http.reference.";
  private static final String BODY_PREFIX = "{\"requestId\"";

  private final String name;
  private final int heapMegabytes;
  private final int status;
  private final ServerProcess process;
  private final HttpEndpoint endpoint;
  private final UnexpectedResponses complaints = new UnexpectedResponses();

  private HttpCeilingTarget(
      String name, int heapMegabytes, int status, ServerProcess process, HttpEndpoint endpoint) {
    this.name = name;
    this.heapMegabytes = heapMegabytes;
    this.status = status;
    this.process = process;
    this.endpoint = endpoint;
  }

  /**
   * Starts the server.
   *
   * @param status that it answers with: 200 or 202
   * @throws IOException with one clear sentence if it does not start
   */
  public static HttpCeilingTarget open(String name, Server server, int heapMegabytes, int status)
      throws IOException, InterruptedException {
    List<String> command =
        ChildJvm.command(
            heapMegabytes,
            ReferenceLib.locate() + File.separator + "*",
            PACKAGE + server.main,
            "--until-eof");
    command.add(1, "-Dreactive.reference.status=" + status);
    ServerProcess process = ServerProcess.start(name, command, List.of());
    try {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), process.number("port"));
      HttpEndpoint endpoint = new HttpEndpoint(address, "/api/counter", status, BODY_PREFIX);
      return new HttpCeilingTarget(name, heapMegabytes, status, process, endpoint);
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int messagesPerSend() {
    return 1;
  }

  @Override
  public Lane openLane(LaneContext context) throws IOException {
    return new HttpLane(endpoint, context, complaints);
  }

  /** The lanes do all there is to do, while they wait. */
  @Override
  public void drain(Duration timeout) {}

  @Override
  public Optional<Destination> landing() {
    return Optional.empty();
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>(process.facts());
    settings.remove("port");
    settings.put("heap-mb", Integer.toString(heapMegabytes));
    settings.put("status", Integer.toString(status));
    return settings;
  }

  @Override
  public Map<String, Long> processes() {
    return Map.of("server", process.pid());
  }

  @Override
  public Gauges gauges() {
    return Gauges.NONE;
  }

  @Override
  public ResourceUse spending() {
    return process.spending();
  }

  @Override
  public List<String> complaints() {
    return complaints.sentences();
  }

  @Override
  public void close() {
    process.close();
  }
}
