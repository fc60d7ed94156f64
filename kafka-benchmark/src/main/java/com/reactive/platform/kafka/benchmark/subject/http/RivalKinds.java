package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.kafka.benchmark.subject.ProducerSettings;
import com.reactive.platform.kafka.benchmark.subject.TargetFactory;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import com.reactive.platform.kafka.benchmark.subject.Targets.Readiness;
import com.reactive.platform.kafka.benchmark.subject.TopicOptions;
import com.reactive.platform.kafka.benchmark.subject.http.RivalTarget.Api;
import com.reactive.platform.testbed.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** The kinds of targets that the gateway is compared with: what others would write instead. */
public final class RivalKinds {
  private static final String SERVERS = "com.reactive.platform.http.reference.";
  private static final int CLIENTS_DEFAULT = -1;
  private static final int MAX_LINGER_MILLIS = 60_000;

  private RivalKinds() {}

  /**
   * For {@link Targets#with}.
   *
   * @param path folders that Go is looked for in, as in the environment's PATH
   */
  public static List<Targets.Kind> kinds(String path) {
    GoBuild build = GoBuild.ofProject(path, ChildJvm.ownLocation());
    return List.of(
        go("rival-fasthttp", options -> wiring(options, Api.COUNTER), "fasthttp", build),
        go("rival-nethttp", options -> wiring(options, Api.COUNTER), "nethttp", build),
        go("rival-otelcol", RivalKinds::waiting, "otelcol", build),
        java("rival-producer", "ProducerServer"),
        java("rival-spring", "SpringKafkaServer"));
  }

  private static Targets.Kind go(
      String kind, Function<Options, RivalTarget.Wiring> wiring, String program, GoBuild build) {
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
        kind,
        true,
        options -> prepareGo(options, wiring.apply(options), program, build),
        readiness);
  }

  private static TargetFactory prepareGo(
      Options options, RivalTarget.Wiring wiring, String program, GoBuild build) {
    int lingerMillis =
        options.integer("linger-ms", CLIENTS_DEFAULT, CLIENTS_DEFAULT, MAX_LINGER_MILLIS);
    options.refuseOthers("");
    Consumer<String> nobody = line -> {};
    return kafka -> {
      List<String> command = new ArrayList<>();
      command.add(build.program(program, nobody).toString());
      command.addAll(List.of("--linger-ms", Integer.toString(lingerMillis)));
      return RivalTarget.open(wiring, command, Map.of(), kafka);
    };
  }

  private static Targets.Kind java(String kind, String main) {
    return new Targets.Kind(kind, true, options -> prepareJava(options, main));
  }

  private static TargetFactory prepareJava(Options options, String main) {
    RivalTarget.Wiring wiring = wiring(options, Api.COUNTER);
    int heapMegabytes = options.integer("heap-mb", 512, 64, 1 << 20);
    Map<String, String> settings = new TreeMap<>(ProducerSettings.asGiven(options));
    options.refuseOthers(ProducerSettings.WORDS);
    return kafka -> {
      List<String> command =
          ChildJvm.command(
              heapMegabytes,
              ReferenceLib.locate() + File.separator + "*",
              SERVERS + main,
              "--until-eof");
      settings.forEach(
          (key, value) -> command.addAll(List.of("--" + key.replace('.', '-'), value)));
      Map<String, String> told = Map.of("heap-mb", Integer.toString(heapMegabytes));
      return RivalTarget.open(wiring, command, told, kafka);
    };
  }

  private static RivalTarget.Wiring wiring(Options options, Api api) {
    return new RivalTarget.Wiring(
        options.targetName(),
        options.kind(),
        api,
        TopicOptions.partitions(options),
        options.flag("async", false));
  }

  /** For one that answers only when Kafka has acknowledged. */
  private static RivalTarget.Wiring waiting(Options options) {
    return new RivalTarget.Wiring(
        options.targetName(),
        options.kind(),
        Api.OTLP_LOGS,
        TopicOptions.partitions(options),
        false);
  }
}
