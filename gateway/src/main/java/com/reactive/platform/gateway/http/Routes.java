package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcServer;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Maps paths to streams. Immutable; replaced as a whole when streams change. */
public final class Routes {
  /** The route of requests that no route takes, in metrics. */
  public static final String UNKNOWN = "unknown";

  /** Stands before the routes of look-ups, where metrics are asked for. */
  public static final String LOOK_UP = "GET ";

  /** The one that has diagnostic ones beside it. */
  public static final String MEASURED = "/api/counter";

  private static final List<DiagnosticDepth> DIAGNOSTIC =
      List.of(DiagnosticDepth.FRAME, DiagnosticDepth.BODY, DiagnosticDepth.PRODUCER);

  /**
   * The route of a request.
   *
   * @param route its template
   * @param pathFields the values of the path's placeholders
   * @param depth how far the event goes
   * @param direct where events of {@link DiagnosticDepth#PRODUCER} go; else null
   */
  public record Match(
      StreamRuntime stream,
      Cors cors,
      String route,
      RequestMetrics metrics,
      Map<String, String> pathFields,
      DiagnosticDepth depth,
      DirectSender direct) {}

  private record Template(String[] segments, Match match) {}

  private final Map<String, Match> exact = new HashMap<>();
  private final List<Template> templates = new ArrayList<>();
  private final Set<StreamRuntime> streams;
  private final RequestMetrics unknown;
  private final RpcServer rpc;
  private final EventLookup lookup;

  /** By the path below which the events of a stream are looked up. */
  private final Map<String, Match> lookUps = new HashMap<>();

  /** By path, like the methods of {@link #rpc}. */
  private final Map<String, Match> calls = new HashMap<>();

  /** Paths of methods that match no template: requests for them skip the search. */
  private final Set<String> callsOnly = new HashSet<>();

  /**
   * @param metrics gives those of a route, by its template, {@link #LOOK_UP} and its template, or
   *     {@link #UNKNOWN}
   */
  public Routes(Collection<StreamRuntime> streams, Function<String, RequestMetrics> metrics) {
    this(streams, metrics, null);
  }

  /**
   * The same.
   *
   * @param direct whether the counter's route has those beside it that tell what the parts of the
   *     way cost, and where what goes straight to the Kafka client goes; null if it has none
   */
  public Routes(
      Collection<StreamRuntime> streams,
      Function<String, RequestMetrics> metrics,
      DirectSender direct) {
    this(streams, metrics, direct, RpcServer.NONE);
  }

  /**
   * The same.
   *
   * @param rpc takes requests with other paths
   */
  public Routes(
      Collection<StreamRuntime> streams,
      Function<String, RequestMetrics> metrics,
      DirectSender direct,
      RpcServer rpc) {
    this(streams, metrics, direct, rpc, new EventLookup(0));
  }

  /**
   * The same.
   *
   * @param lookup answers questions after events
   */
  public Routes(
      Collection<StreamRuntime> streams,
      Function<String, RequestMetrics> metrics,
      DirectSender direct,
      RpcServer rpc,
      EventLookup lookup) {
    this.rpc = rpc;
    this.lookup = lookup;
    rpc.registry().methods().forEach(method -> calls.put(method.path(), match(method, metrics)));
    this.streams = Set.copyOf(streams);
    unknown = metrics.apply(UNKNOWN);
    for (StreamRuntime stream : streams) {
      Cors cors = new Cors(stream.stream().corsOrigins());
      for (String route : stream.stream().routes()) {
        Match match =
            new Match(
                stream, cors, route, metrics.apply(route), Map.of(), DiagnosticDepth.KAFKA, null);
        if (route.indexOf('{') < 0) {
          exact.put(route, match);
        } else {
          templates.add(new Template(route.split("/", -1), match));
        }
      }
    }
    calls.keySet().stream().filter(path -> findTemplate(path) == null).forEach(callsOnly::add);
    exact.forEach((path, match) -> lookUps.put(path, lookUp(match.stream, path, metrics)));
    for (StreamRuntime stream : streams) {
      String path = StreamRuntime.lookUpPath(stream.stream());
      lookUps.put(path, lookUp(stream, path, metrics));
    }
    if (direct != null && exact.containsKey(MEASURED)) {
      DIAGNOSTIC.forEach(depth -> addDiagnostic(depth, metrics, direct));
    }
  }

  private static Match lookUp(
      StreamRuntime stream, String path, Function<String, RequestMetrics> metrics) {
    String route = path + "/{eventId}";
    return new Match(
        stream,
        new Cors(stream.stream().corsOrigins()),
        route,
        metrics.apply(LOOK_UP + route),
        Map.of(),
        DiagnosticDepth.KAFKA,
        null);
  }

  private static Match match(RpcMethod method, Function<String, RequestMetrics> metrics) {
    StreamRuntime stream = method.stream();
    return new Match(
        stream,
        new Cors(stream == null ? List.of() : stream.stream().corsOrigins()),
        method.path(),
        metrics.apply(method.path()),
        Map.of(),
        DiagnosticDepth.KAFKA,
        null);
  }

  private void addDiagnostic(
      DiagnosticDepth depth, Function<String, RequestMetrics> metrics, DirectSender direct) {
    String route = MEASURED + depth.suffix;
    Match event = exact.get(MEASURED);
    DirectSender sender = depth == DiagnosticDepth.PRODUCER ? direct : null;
    exact.put(
        route,
        new Match(event.stream, event.cors, route, metrics.apply(route), Map.of(), depth, sender));
  }

  /** The routes that diagnostics add. */
  public static List<String> diagnosticRoutes() {
    return DIAGNOSTIC.stream().map(depth -> MEASURED + depth.suffix).toList();
  }

  Set<StreamRuntime> streams() {
    return streams;
  }

  RpcServer rpc() {
    return rpc;
  }

  EventLookup lookup() {
    return lookup;
  }

  /** The route of a method by its path; null if there is none. Its stream may be null. */
  Match call(String path) {
    return calls.get(path);
  }

  RequestMetrics unknown() {
    return unknown;
  }

  /** The route of a request target, its query ignored; null if there is none. */
  public Match find(String target) {
    Match match = exact.get(target);
    if (match != null) {
      return match;
    }
    String path = RequestTarget.path(target);
    match = path.length() == target.length() ? null : exact.get(path);
    return match != null || templates.isEmpty() || callsOnly.contains(path)
        ? match
        : findTemplate(path);
  }

  private Match findTemplate(String path) {
    String[] segments = path.split("/", -1);
    for (Template template : templates) {
      Match found = match(template, segments);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** The stream of which a target names an event; null if it names none. */
  Match findLookUp(String target) {
    String path = RequestTarget.path(target);
    int end = path.lastIndexOf('/');
    return end < 0 ? null : lookUps.get(path.substring(0, end));
  }

  private static Match match(Template template, String[] segments) {
    if (segments.length != template.segments.length) {
      return null;
    }
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i < segments.length; i++) {
      String expected = template.segments[i];
      if (expected.startsWith("{")) {
        String value = RequestTarget.field(segments[i]);
        if (value == null) {
          return null;
        }
        fields.put(expected.substring(1, expected.length() - 1), value);
      } else if (!expected.equals(segments[i])) {
        return null;
      }
    }
    Match match = template.match;
    return new Match(
        match.stream, match.cors, match.route, match.metrics, fields, match.depth, match.direct);
  }
}
