package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ingest.Problem;

/**
 * A response that is decided, to be encoded by {@link ResponseTemplates} when its turn comes; all
 * else that it needs is in the {@link Exchange}. Immutable.
 *
 * @param problem null unless the kind is PROBLEM
 * @param headers null unless the kind is NO_CONTENT
 * @param found null unless the kind is FOUND
 */
record Response(
    Kind kind, int status, Problem problem, HeaderLines headers, EventLookup.Answer found) {
  /** The form of a response. */
  enum Kind {
    CREATED,
    ACCEPTED,
    SPOOLED,
    FRAMED,
    RECEIVED,
    HANDED_OVER,
    FOUND,
    NO_CONTENT,
    PROBLEM
  }

  /** 201: the event is committed. */
  static final Response CREATED = new Response(Kind.CREATED, 201);

  /** 202: the event is accepted, not yet in Kafka. */
  static final Response ACCEPTED = new Response(Kind.ACCEPTED, 202);

  /** 202: the event is on disk, not yet in Kafka. */
  static final Response SPOOLED = new Response(Kind.SPOOLED, 202);

  private static final Response FRAMED = new Response(Kind.FRAMED, DiagnosticDepth.FRAME.status);
  private static final Response RECEIVED = new Response(Kind.RECEIVED, DiagnosticDepth.BODY.status);
  private static final Response HANDED_OVER =
      new Response(Kind.HANDED_OVER, DiagnosticDepth.PRODUCER.status);

  private Response(Kind kind, int status) {
    this(kind, status, null, null, null);
  }

  static Response of(Problem problem) {
    return new Response(Kind.PROBLEM, problem.type().status(), problem, null, null);
  }

  /** 204 with these headers: the response to a browser's preflight request. */
  static Response noContent(HeaderLines headers) {
    return new Response(Kind.NO_CONTENT, 204, null, headers, null);
  }

  /** The response to a look-up. */
  static Response of(EventLookup.Answer answer) {
    return new Response(Kind.FOUND, answer.state().status(), null, null, answer);
  }

  /**
   * The response of a diagnostic route, never a 201: the event is in no partition and has no
   * offset, since it did not go to Kafka, or nobody waits for its outcome.
   */
  static Response diagnostic(DiagnosticDepth depth) {
    return switch (depth) {
      case BODY -> RECEIVED;
      case FRAME -> FRAMED;
      case PRODUCER -> HANDED_OVER;
      case KAFKA -> throw new IllegalArgumentException("an event is no diagnostic");
    };
  }

  /** The problem's slug; null if it is none. */
  String slug() {
    return problem == null ? null : problem.type().slug();
  }
}
