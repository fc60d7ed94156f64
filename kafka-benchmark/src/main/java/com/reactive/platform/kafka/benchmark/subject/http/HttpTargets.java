package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.kafka.benchmark.subject.TargetFactory;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.util.List;

/** The kinds of targets that are reached over HTTP. */
public final class HttpTargets {
  private HttpTargets() {}

  /** For {@link Targets#with}. */
  public static List<Targets.Kind> kinds() {
    return List.of(
        new Targets.Kind("gateway", true, GatewayTarget::prepare),
        ceiling("http-nio", HttpCeilingTarget.Server.NIO),
        ceiling("http-threads", HttpCeilingTarget.Server.THREADS),
        ceiling("http-netty", HttpCeilingTarget.Server.NETTY),
        ceiling("http-webflux", HttpCeilingTarget.Server.WEBFLUX));
  }

  private static Targets.Kind ceiling(String kind, HttpCeilingTarget.Server server) {
    return new Targets.Kind(kind, false, options -> prepare(options, server));
  }

  private static TargetFactory prepare(Options options, HttpCeilingTarget.Server server) {
    int heapMegabytes = options.integer("heap-mb", 512, 64, 1 << 20);
    int status = Integer.parseInt(options.choice("status", "200", "200", "202"));
    options.refuseOthers("");
    return kafka -> HttpCeilingTarget.open(options.targetName(), server, heapMegabytes, status);
  }
}
