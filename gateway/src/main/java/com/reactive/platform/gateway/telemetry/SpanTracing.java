package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;

/** Begins the server's span of the requests that are sampled. */
final class SpanTracing implements Tracing {
  /** What a request said of its trace. */
  private record Received(String traceparent, String tracestate) {}

  private static final TextMapGetter<Received> HEADERS =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Received received) {
          return List.of("traceparent", "tracestate");
        }

        @Override
        public String get(Received received, String key) {
          return key.equals("traceparent") ? received.traceparent() : received.tracestate();
        }
      };

  private final Tracer tracer;
  private final HeadSampler sampler;
  private final String scheme;

  /** Of calls that are sampled. */
  private final RateCap messages;

  SpanTracing(Tracer tracer, HeadSampler sampler, RateCap messages, String scheme) {
    this.messages = messages;
    this.tracer = tracer;
    this.sampler = sampler;
    this.scheme = scheme;
  }

  @Override
  public Trace begin(
      ClientProtocol protocol,
      String method,
      String route,
      String traceparent,
      String tracestate,
      boolean forced) {
    if (!sampler.sampled(traceparent, forced)) {
      return null;
    }
    Context parent = Context.root();
    if (traceparent != null) {
      parent =
          W3CTraceContextPropagator.getInstance()
              .extract(parent, new Received(traceparent, tracestate), HEADERS);
    }
    Span server =
        tracer
            .spanBuilder(spanName(protocol, method, route))
            .setSpanKind(SpanKind.SERVER)
            .setParent(parent)
            .setAttribute(RequestAttributes.METHOD, method)
            .setAttribute(RequestAttributes.SCHEME, scheme)
            .setAttribute(RequestAttributes.PROTOCOL, protocol.label())
            .startSpan();
    if (route != null) {
      server.setAttribute(RequestAttributes.ROUTE, route);
    }
    if (protocol.isRpc()) {
      server
          .setAttribute(RpcMetrics.SYSTEM, protocol.rpcSystem())
          .setAttribute(RpcMetrics.METHOD, RpcMetrics.name(route));
    }
    return new EventTrace(tracer, server, parent.with(server), messages);
  }

  private static String spanName(ClientProtocol protocol, String method, String route) {
    if (route == null) {
      return method;
    }
    return protocol.isRpc() ? RpcMetrics.name(route) : method + " " + route;
  }
}
