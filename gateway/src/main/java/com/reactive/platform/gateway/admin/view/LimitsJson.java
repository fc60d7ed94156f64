package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.http.HttpLoad;
import com.reactive.platform.gateway.ingest.InFlightLimiter;
import com.reactive.platform.gateway.limit.LimitKind;
import com.reactive.platform.gateway.limit.Rate;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The limits in force, how full they are, and whom they turned away, for the live page.
 *
 * @param budgetBytes the most that the batchers hold
 * @param lately what each turned away in the last minute, by the names of {@link #refused}
 */
record LimitsJson(Status now, long budgetBytes, Map<String, Long> lately) {
  private static final String IN_FLIGHT = "in-flight";
  private static final String BUFFER = "buffer";
  private static final String BODIES = "bodies";

  /** What each limit has turned away since the start. */
  static Map<String, Long> refused(Status now) {
    Map<String, Long> refused = new HashMap<>();
    now.limits().refused().forEach((kind, count) -> refused.put(kind.text(), count));
    for (int i = 0; i < now.load().pipelines().size(); i++) {
      InFlightLimiter.Load load = now.load().pipelines().get(i);
      refused.put(inFlight(now, i), load.refused() + load.overShare());
    }
    refused.put(BUFFER, now.batcher().refusedFull());
    refused.put(BODIES, now.load().bodies().refused());
    return refused;
  }

  private static String inFlight(Status now, int pipeline) {
    return IN_FLIGHT + " " + now.pipelines().get(pipeline).name();
  }

  void writeTo(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("limits");
    for (int i = 0; i < now.load().pipelines().size(); i++) {
      InFlightLimiter.Load load = now.load().pipelines().get(i);
      begin(json, IN_FLIGHT, inFlight(now, i));
      if (now.pipelines().size() > 1) {
        json.writeStringField("lane", now.pipelines().get(i).name());
      }
      end(json, load.limit(), load.inFlight());
    }
    begin(json, BUFFER, BUFFER);
    end(json, budgetBytes, now.batcher().pendingBytes());
    HttpLoad.Bodies bodies = now.load().bodies();
    begin(json, BODIES, BODIES);
    end(json, bodies.budgetBytes(), bodies.heldBytes());
    begin(json, LimitKind.CONNECTIONS);
    end(json, now.maxConnections(), now.connections());
    begin(json, LimitKind.ADDRESS_CONNECTIONS);
    json.writeNumberField("most", now.limits().connectionsPerAddress());
    json.writeEndObject();
    writeRate(json, LimitKind.ADDRESS, now.limits().requestsPerAddress());
    writeRate(json, LimitKind.ADDRESS_BYTES, now.limits().bytesPerAddress());
    // Each caller has rates of its own.
    for (LimitKind kind : new LimitKind[] {LimitKind.CALLER, LimitKind.CALLER_BYTES}) {
      begin(json, kind);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** That of all instances together; and our share of it, if there are others. */
  private void writeRate(JsonGenerator json, LimitKind kind, Rate rate) throws IOException {
    int instances = now.limits().instances();
    Rate share = rate.share(instances);
    begin(json, kind);
    json.writeNumberField("perSecond", rate.perSecond());
    json.writeNumberField("burst", rate.burst());
    if (rate.isLimited() && instances > 1) {
      json.writeNumberField("instances", instances);
      json.writeNumberField("sharePerSecond", share.perSecond());
      json.writeNumberField("shareBurst", share.burst());
    }
    json.writeEndObject();
  }

  private void begin(JsonGenerator json, LimitKind kind) throws IOException {
    begin(json, kind.text(), kind.text());
  }

  private void begin(JsonGenerator json, String limit, String name) throws IOException {
    json.writeStartObject();
    json.writeStringField("limit", limit);
    json.writeNumberField("refused", lately.getOrDefault(name, 0L));
  }

  private static void end(JsonGenerator json, long most, long used) throws IOException {
    json.writeNumberField("most", most);
    json.writeNumberField("used", used);
    json.writeEndObject();
  }
}
