package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.Gauges;
import com.reactive.platform.kafka.benchmark.rig.ResourceUse;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A server that is posted to and that is not the gateway, in a process of its own. */
abstract class ServerTarget implements Target {
  private final String name;
  private final ServerProcess process;
  private final HttpEndpoint endpoint;
  private final UnexpectedResponses unexpectedResponses = new UnexpectedResponses();

  ServerTarget(String name, ServerProcess process, HttpEndpoint endpoint) {
    this.name = name;
    this.process = process;
    this.endpoint = endpoint;
  }

  final HttpEndpoint endpoint() {
    return endpoint;
  }

  /** What the server said of itself when it was ready, without where it listens. */
  final Map<String, String> serverFacts() {
    Map<String, String> facts = new TreeMap<>(process.facts());
    facts.remove("port");
    return facts;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final int messagesPerSend() {
    return 1;
  }

  @Override
  public final TargetSession openSession(SessionContext context) throws IOException {
    return new HttpSession(endpoint, context, unexpectedResponses);
  }

  /** The lanes do all there is to do, while they wait. */
  @Override
  public final void drain(Duration timeout) {}

  @Override
  public final Map<String, Long> processes() {
    return Map.of("server", process.pid());
  }

  @Override
  public final Gauges gauges() {
    return Gauges.NONE;
  }

  @Override
  public final ResourceUse resourceUse() {
    return process.resourceUse();
  }

  @Override
  public final List<String> problems() {
    List<String> all = new ArrayList<>(unexpectedResponses.sentences());
    if (!process.isAlive()) {
      all.add("the server ended with " + process.exitCode() + process.tail());
    }
    return all;
  }

  @Override
  public void close() {
    process.close();
  }
}
