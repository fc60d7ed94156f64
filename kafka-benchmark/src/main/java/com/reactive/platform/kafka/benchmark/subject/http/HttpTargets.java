package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.kafka.benchmark.subject.TargetFactory;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.util.List;
import java.util.Map;

/** The kinds of targets that are reached over HTTP: the gateway and its ceilings. */
public final class HttpTargets {
  private HttpTargets() {}

  /** For {@link Targets#with}. The module http-reference describes the ceilings. */
  public static List<Targets.Kind> kinds() {
    return List.of(
        new Targets.Kind("gateway", true, GatewayTarget::prepare),
        ceiling("http-nio", "NioServer"),
        ceiling("http-threads", "ThreadServer"),
        ceiling("http-netty", "NettyServer"),
        ceiling("http-webflux", "WebFluxServer"));
  }

  private static Targets.Kind ceiling(String kind, String main) {
    return new Targets.Kind(kind, false, options -> prepare(options, main));
  }

  private static TargetFactory prepare(Options options, String main) {
    int heapMegabytes = options.integer("heap-mb", 512, 64, 1 << 20);
    String status = options.choice("status", "200", "200", "202");
    options.refuseOthers("");
    return kafka -> {
      List<String> command = ReferenceLib.command(heapMegabytes, main);
      command.add(1, "-Dreactive.reference.status=" + status);
      return ServerTarget.ceiling(
          options.targetName(),
          command,
          Integer.parseInt(status),
          Map.of("heap-mb", Integer.toString(heapMegabytes), "status", status));
    };
  }
}
