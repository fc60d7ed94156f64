package com.reactive.platform.cli;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.openapi.OpenApi;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lines that {@code up} prints for first-time users. */
record FirstSteps(Urls urls, GatewayConfig config) {
  static final String COUNTER_EVENT = "{\"sessionId\":\"s1\",\"action\":\"increment\",\"value\":1}";

  /** A curl line for each stream, the counter's first; then the page, and all routes. */
  List<String> lines() {
    List<StreamDefinition> streams =
        config.streams().stream()
            .sorted(Comparator.comparing(stream -> !stream.name().equals(StreamsConfig.COUNTER)))
            .toList();
    List<String> lines = new ArrayList<>();
    streams.forEach(stream -> lines.add(curl(stream)));
    lines.add("page   " + urls.admin() + "/dashboard");
    for (StreamDefinition stream : streams) {
      lines.add(
          "stream "
              + stream.name()
              + ": POST "
              + String.join(", ", stream.routes())
              + " -> topic "
              + stream.topic());
    }
    return lines;
  }

  private String curl(StreamDefinition stream) {
    String route = stream.routes().get(0);
    String event =
        stream.name().equals(StreamsConfig.COUNTER)
            ? COUNTER_EVENT
            : OpenApi.example(stream, route);
    return "curl -i "
        + urls.http()
        + route.replaceAll("\\{[^}/]+}", "1")
        // Its certificate need not be one that curl trusts.
        + (config.security().httpTls().isPresent() ? " -k" : "")
        + " -H 'Content-Type: application/json'"
        + " -d '"
        + event.replace("'", "'\\''")
        + "'"
        + (config.security().asksClients() ? " # authentication required: add credentials" : "");
  }
}
