package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.testbed.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server that only answers, in a JVM of its own: what HTTP alone allows here. */
public final class HttpCeilingTarget extends ServerTarget {

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

  private final int heapMegabytes;
  private final int status;

  private HttpCeilingTarget(
      String name, int heapMegabytes, int status, ServerProcess process, HttpEndpoint endpoint) {
    super(name, process, endpoint);
    this.heapMegabytes = heapMegabytes;
    this.status = status;
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
  public Optional<Destination> destination() {
    return Optional.empty();
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = serverFacts();
    settings.put("heap-mb", Integer.toString(heapMegabytes));
    settings.put("status", Integer.toString(status));
    return settings;
  }
}
