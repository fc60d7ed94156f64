package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;

/** The metrics of calls, by the semantic conventions, and of the events in them. Thread-safe. */
final class RpcMetrics {
  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("rpc.system.name");
  static final AttributeKey<String> METHOD = AttributeKey.stringKey("rpc.method");
  static final AttributeKey<String> STATUS = AttributeKey.stringKey("rpc.response.status_code");

  final Histogram calls =
      Histogram.ofDurations(
          "rpc.server.call.duration", "From the head of a call to its status, by method");
  final Histogram messages =
      Histogram.ofDurations(
          "reactive.rpc.message.duration", "From an event's message in a call to its result");

  /** The name of a method by its path: without the first slash. */
  static String name(String path) {
    return path == null ? RequestAttributes.OTHER : path.substring(1);
  }

  /**
   * The series of calls of one method, by code.
   *
   * @param path null for methods that are unknown
   */
  Method method(String path) {
    return new Method(name(path));
  }

  /** Counts the calls of one method. */
  final class Method {
    private final String name;
    private final ProtocolSeries ends;
    private final ProtocolSeries failures;
    private final ProtocolSeries results;

    private Method(String name) {
      this.name = name;
      this.ends = new ProtocolSeries((protocol, code) -> calls(protocol, code, false));
      this.failures = new ProtocolSeries((protocol, code) -> calls(protocol, code, true));
      this.results = new ProtocolSeries(this::results);
    }

    void callEnded(ClientProtocol protocol, String code, boolean failed, long durationNanos) {
      (failed ? failures : ends).record(protocol, code, durationNanos);
    }

    void messageEnded(ClientProtocol protocol, int status, String problem, long durationNanos) {
      String errorType = status == 0 ? RequestAttributes.CLIENT_GONE : problem;
      results.record(protocol, errorType, durationNanos);
    }

    private BucketCounts calls(ClientProtocol protocol, String code, boolean failed) {
      AttributesBuilder attributes = attributes(protocol).put(STATUS, code);
      if (failed) {
        attributes.put(RequestAttributes.ERROR_TYPE, code);
      }
      return calls.series(attributes.build());
    }

    private BucketCounts results(ClientProtocol protocol, String errorType) {
      AttributesBuilder attributes = attributes(protocol);
      if (errorType != null) {
        attributes.put(RequestAttributes.ERROR_TYPE, errorType);
      }
      return messages.series(attributes.build());
    }

    private AttributesBuilder attributes(ClientProtocol protocol) {
      return Attributes.builder()
          .put(SYSTEM, protocol.rpcSystem())
          .put(METHOD, name)
          .put(RequestAttributes.PROTOCOL, protocol.label());
    }
  }
}
