package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.kafka.benchmark.subject.ProducerSettings;
import com.reactive.platform.kafka.benchmark.subject.TargetFactory;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import com.reactive.platform.kafka.benchmark.subject.Targets.Readiness;
import com.reactive.platform.kafka.benchmark.subject.TopicOptions;
import com.reactive.platform.kafka.benchmark.subject.http.ServerTarget.Api;
import com.reactive.platform.kafka.benchmark.subject.http.ServerTarget.Rival;
import com.reactive.platform.testbed.ChildJvm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The kinds of targets that a user could run instead of the gateway. */
public final class RivalKinds {
  private static final int CLIENTS_DEFAULT = -1;
  private static final int MAX_LINGER_MILLIS = 60_000;
  private static final int MAX_STREAMS = 64;

  private RivalKinds() {}

  /**
   * For {@link Targets#with}.
   *
   * @param path folders that Go is looked for in, as in the environment's PATH
   */
  public static List<Targets.Kind> kinds(String path) {
    GoBuild build = GoBuild.ofProject(path, ChildJvm.ownLocation());
    return List.of(
        go("rival-fasthttp", RivalKinds::counter, "fasthttp", build),
        go("rival-nethttp", RivalKinds::counter, "nethttp", build),
        go("rival-otelcol", RivalKinds::collector, "otelcol", build),
        go("rival-connect-go", RivalKinds::grpc, "connectrpc", build),
        java("rival-producer", RivalKinds::counter, "ProducerServer"),
        java("rival-grpc-java", RivalKinds::grpc, "GrpcProducerServer"),
        java("rival-spring", RivalKinds::counter, "SpringKafkaServer"));
  }

  private static Targets.Kind go(
      String kind, Function<Options, Rival> rival, String program, GoBuild build) {
    Readiness readiness =
        say -> {
          try {
            build.program(program, say);
            return Optional.empty();
          } catch (IOException e) {
            return Optional.of(e.getMessage());
          }
        };
    return new Targets.Kind(
        kind, true, options -> prepareGo(options, rival.apply(options), program, build), readiness);
  }

  private static TargetFactory prepareGo(
      Options options, Rival rival, String program, GoBuild build) {
    int lingerMillis =
        options.integer("linger-ms", CLIENTS_DEFAULT, CLIENTS_DEFAULT, MAX_LINGER_MILLIS);
    options.refuseOthers("");
    return kafka -> {
      String path = build.program(program, line -> {}).toString();
      List<String> command = List.of(path, "--linger-ms", Integer.toString(lingerMillis));
      return ServerTarget.rival(rival, command, Map.of(), kafka);
    };
  }

  private static Targets.Kind java(String kind, Function<Options, Rival> rival, String main) {
    return new Targets.Kind(
        kind, true, options -> prepareJava(options, rival.apply(options), main));
  }

  private static TargetFactory prepareJava(Options options, Rival rival, String main) {
    int heapMegabytes = options.integer("heap-mb", 512, 64, 1 << 20);
    Map<String, String> producer = new TreeMap<>(ProducerSettings.asGiven(options));
    options.refuseOthers(ProducerSettings.WORDS);
    return kafka -> {
      List<String> command = ReferenceLib.command(heapMegabytes, main);
      producer.forEach(
          (key, value) -> command.addAll(List.of("--" + key.replace('.', '-'), value)));
      Map<String, String> chosen = Map.of("heap-mb", Integer.toString(heapMegabytes));
      return ServerTarget.rival(rival, command, chosen, kafka);
    };
  }

  private static Rival counter(Options options) {
    int partitions = TopicOptions.partitions(options);
    boolean async = options.flag("async", false);
    return new Rival(options.targetName(), options.kind(), Api.COUNTER, 1, partitions, async);
  }

  /** Responds only after Kafka has acknowledged. */
  private static Rival grpc(Options options) {
    int partitions = TopicOptions.partitions(options);
    int streams = options.integer("streams-per-connection", 1, 1, MAX_STREAMS);
    return new Rival(options.targetName(), options.kind(), Api.GRPC, streams, partitions, false);
  }

  /** Responds only after Kafka has acknowledged. */
  private static Rival collector(Options options) {
    int partitions = TopicOptions.partitions(options);
    return new Rival(options.targetName(), options.kind(), Api.OTLP_LOGS, 1, partitions, false);
  }
}
