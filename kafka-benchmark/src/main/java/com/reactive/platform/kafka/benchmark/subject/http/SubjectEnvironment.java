package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.testbed.WorkFolder;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a gateway that is measured needs around it: files, what its clients show, and somebody who
 * takes its traces.
 */
record SubjectEnvironment(
    WorkFolder folder, GatewayClients.Equipment equipment, Optional<OtlpStub> collector)
    implements AutoCloseable {

  static SubjectEnvironment of(GatewayOptions options) throws IOException, InterruptedException {
    WorkFolder folder = new WorkFolder();
    try {
      GatewayClients.Equipment equipment = options.clients().equip(folder);
      return new SubjectEnvironment(
          folder, equipment, options.collector() ? Optional.of(new OtlpStub()) : Optional.empty());
    } catch (IOException | InterruptedException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** What the gateway is told of them. */
  Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>(equipment.settings());
    collector.ifPresent(
        stub -> {
          settings.put("otel.exporter.otlp.endpoint", stub.endpoint());
          settings.put("otel.metrics.exporter", "none");
        });
    return settings;
  }

  @Override
  public void close() {
    collector.ifPresent(OtlpStub::close);
    folder.close();
  }
}
