package com.reactive.platform.kafka.benchmark.outbox;

import com.reactive.platform.kafka.benchmark.subject.http.GatewayMain;
import com.reactive.platform.outbox.LocalPostgres;
import com.reactive.platform.testbed.ChildJvm;
import com.reactive.platform.testbed.ChildProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The gateway with its outbox, or without: then it does nothing, and shows what the outbox adds.
 *
 * @param reads false without an outbox
 */
record GatewayRelay(boolean reads) implements Relay {
  /** What the launcher adds, so that an idle gateway gives memory back. */
  static final Map<String, String> LAUNCHERS_FLAGS =
      Map.of(
          "JAVA_TOOL_OPTIONS",
          "-XX:G1PeriodicGCInterval=60000 -XX:PerfDataSamplingInterval=1000"
              + " -XX:TrimNativeHeapInterval=10000");

  private static final Duration START = Duration.ofMinutes(2);

  @Override
  public String name() {
    return reads ? "gateway" : "gateway-without";
  }

  @Override
  public String idHeader() {
    return "event-id";
  }

  @Override
  public ChildProcess start(RelayPlace place) throws IOException, InterruptedException {
    List<String> command =
        ChildJvm.command(
            place.heapMegabytes(), ChildJvm.ownClassPath(), GatewayMain.class.getName());
    ChildProcess gateway = ChildProcess.start(command, LAUNCHERS_FLAGS);
    try {
      gateway.write(Relay.lines(settings(place)));
      gateway.awaitLine("http=", START);
      return gateway;
    } catch (IOException | InterruptedException | RuntimeException e) {
      gateway.close();
      throw e;
    }
  }

  private Map<String, String> settings(RelayPlace place) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("http.port", "0");
    settings.put("admin.port", "0");
    settings.put("kafka.bootstrap-servers", place.bootstrapServers());
    settings.put("streams.counter.topic", place.topic());
    settings.put("batch.calibration-file", "");
    if (reads) {
      settings.put("outbox.url", "postgresql://127.0.0.1:" + place.databasePort() + "/postgres");
      settings.put("outbox.user", LocalPostgres.USER);
      settings.put("outbox.password", LocalPostgres.PASSWORD);
      settings.put("outbox.table", "public." + place.table());
      settings.put("outbox.publication", place.table());
      settings.put("outbox.slot", place.table());
      settings.put("outbox.snapshot", "none");
    }
    return settings;
  }
}
