package com.reactive.platform.gateway.http;

import static com.reactive.platform.gateway.http.ResponseBytes.ascii;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import java.util.EnumMap;
import java.util.Map;

/** Encodes the responses of the data port from byte templates. */
final class ResponseTemplates {
  private static final byte[] REQUEST_ID = ascii("{\"requestId\":\"");
  private static final byte[] EVENT_ID = ascii("\",\"eventId\":\"");
  private static final byte[] TOPIC = ascii("\",\"topic\":\"");
  private static final byte[] PARTITION = ascii("\",\"partition\":");
  private static final byte[] OFFSET = ascii(",\"offset\":");
  private static final byte[] END_OF_STRING = ascii("\"}");
  private static final byte[] IS_SPOOLED = ascii("\",\"spooled\":true}");

  private static final byte[] DETAIL = ascii(",\"detail\":\"");
  private static final byte[] POINTER = ascii(",\"pointer\":\"");
  private static final byte[] RETRYABLE = ascii(",\"retryable\":true");
  private static final byte[] NOT_RETRYABLE = ascii(",\"retryable\":false");
  private static final byte[] QUARANTINED = ascii(",\"quarantined\":true");
  private static final byte[] PROBLEM_REQUEST_ID = ascii(",\"requestId\":\"");
  private static final byte[] PROBLEM_EVENT_ID = ascii(",\"eventId\":\"");

  private static final int NOWHERE = -1;
  private static final byte[] UNREAD =
      ascii(
          "{\"requestId\":\"00000000000000000000000000000000\","
              + "\"eventId\":\"00000000000000000000000000000000\","
              + "\"topic\":\"counter-events\",\"partition\":-1,\"offset\":-1}");

  private static final byte[] LOOKED_UP = ascii("{\"eventId\":\"");
  private static final byte[] STATE = ascii("\",\"state\":\"");
  private static final byte[] HINT_PARTITION = ascii("?partition=");
  private static final byte[] HINT_OFFSET = ascii("&offset=");
  private static final byte[] ENCODED_SLASH = ascii("%2F");
  private static final String WAIT_SECONDS = "1";

  private static final Map<EventLookup.State, ResponseHead> LOOK_UPS =
      new EnumMap<>(EventLookup.State.class);
  private static final Map<EventLookup.State, byte[]> STATES =
      new EnumMap<>(EventLookup.State.class);

  private static final ResponseHead OK = ResponseHead.ofSuccess(200);
  private static final ResponseHead CREATED = ResponseHead.ofSuccess(201);
  private static final ResponseHead ACCEPTED = ResponseHead.ofSuccess(202);

  /**
   * The parts that all problems of a type have in common.
   *
   * @param json the constant part of the body
   */
  private record ProblemStart(ResponseHead head, byte[] json) {
    static ProblemStart of(Rejection type) {
      return new ProblemStart(
          ResponseHead.ofProblem(type.status(), type.header()),
          ascii(
              "{\"type\":\"urn:reactive:problem:%s\",\"title\":\"%s\",\"status\":%d,\"help\":\"%s\""
                  .formatted(type.slug(), type.title(), type.status(), type.help())));
    }
  }

  private static final Map<Rejection, ProblemStart> PROBLEMS = new EnumMap<>(Rejection.class);

  static {
    for (Rejection type : Rejection.values()) {
      PROBLEMS.put(type, ProblemStart.of(type));
    }
    for (EventLookup.State state : EventLookup.State.values()) {
      boolean retry = state == EventLookup.State.PENDING || state == EventLookup.State.UNKNOWN;
      LOOK_UPS.put(state, ResponseHead.ofJson(state.status(), retry ? "Retry-After" : null));
      STATES.put(state, ascii(state.text()));
    }
  }

  private ResponseTemplates() {}

  /** Writes the response of this exchange. */
  static void encode(ResponseWriter to, Exchange exchange) {
    Response response = exchange.response();
    switch (response.kind()) {
      case CREATED -> {
        writePlaced(to, exchange, exchange.partition(), exchange.offset());
        to.whole(CREATED, null, exchange.waitApplied(), exchange);
      }
      case ACCEPTED -> {
        writeIds(to.body(), exchange).add(END_OF_STRING);
        writeLocation(to.location(), exchange);
        to.whole(ACCEPTED, null, exchange.asyncApplied(), exchange);
      }
      case SPOOLED -> {
        writeIds(to.body(), exchange).add(IS_SPOOLED);
        writeLocation(to.location(), exchange);
        to.whole(ACCEPTED, null, exchange.waitApplied(), exchange);
      }
      case FRAMED -> {
        writePlaced(to, exchange, NOWHERE, NOWHERE);
        to.whole(OK, null, null, exchange);
      }
      case RECEIVED -> {
        to.body().add(UNREAD);
        to.whole(ACCEPTED, null, null, exchange);
      }
      case HANDED_OVER -> {
        writeIds(to.body(), exchange).add(END_OF_STRING);
        to.whole(ACCEPTED, null, null, exchange);
      }
      case FOUND -> writeFound(to, exchange, response.found());
      case NO_CONTENT -> to.noContent(response.headers(), exchange);
      case PROBLEM -> writeProblem(to, exchange, response.problem());
    }
  }

  /** The ids are plain ASCII without quotes or backslashes, by construction or by check. */
  private static ResponseBytes writeIds(ResponseBytes body, Exchange exchange) {
    return body.add(REQUEST_ID).add(exchange.requestId()).add(EVENT_ID).add(exchange.eventId());
  }

  /** The path at which the event can be looked up; of what an id may have, a slash is encoded. */
  private static ResponseBytes writeLocation(ResponseBytes location, Exchange exchange) {
    location.add(exchange.stream().lookUpPath());
    byte[] id = exchange.eventId();
    if (exchange.idempotencyKey() == null) {
      return location.add(id);
    }
    int written = 0;
    for (int i = 0; i < id.length; i++) {
      if (id[i] == '/') {
        location.add(id, written, i - written).add(ENCODED_SLASH);
        written = i + 1;
      }
    }
    return location.add(id, written, id.length - written);
  }

  private static void writeFound(ResponseWriter to, Exchange exchange, EventLookup.Answer answer) {
    ResponseBytes body = to.body().add(LOOKED_UP).add(exchange.idempotencyKey());
    body.add(STATE).add(STATES.get(answer.state()));
    boolean committed = answer.state() == EventLookup.State.COMMITTED;
    if (committed || exchange.stream().hotTopic() == null) { // else it may be in either of two
      body.add(TOPIC).add(exchange.stream().topicAscii(StoredOutcome.isHot(answer.place())));
    }
    if (committed) {
      body.add(PARTITION).addNumber(StoredOutcome.partition(answer.place()));
      body.add(OFFSET).addNumber(StoredOutcome.offset(answer.place())).addByte('}');
    } else {
      body.add(END_OF_STRING);
    }
    ResponseHead head = LOOK_UPS.get(answer.state());
    to.whole(head, head.header() == null ? null : WAIT_SECONDS, null, exchange);
  }

  /** All that a 201 has, also without Kafka: what is compared there must cost the same here. */
  private static void writePlaced(
      ResponseWriter to, Exchange exchange, int partition, long offset) {
    ResponseBytes body = to.body();
    writeIds(body, exchange).add(TOPIC).add(exchange.topicAscii()).add(PARTITION);
    body.addNumber(partition).add(OFFSET).addNumber(offset).addByte('}');
    writeLocation(to.location(), exchange)
        .add(HINT_PARTITION)
        .addNumber(partition)
        .add(HINT_OFFSET)
        .addNumber(offset);
  }

  /**
   * An error. Names the request as the log does, and the event when it has an id, so that the
   * client can send it again under the same one.
   */
  private static void writeProblem(ResponseWriter to, Exchange exchange, Problem problem) {
    Rejection type = problem.type();
    ProblemStart start = PROBLEMS.get(type);
    ResponseBytes body = to.body().add(start.json);
    if (!problem.detail().isEmpty()) {
      body.add(DETAIL).add(escaped(problem.detail())).addByte('"');
    }
    if (problem.pointer() != null) {
      body.add(POINTER).add(escaped(problem.pointer())).addByte('"');
    }
    body.add(type.retryable() ? RETRYABLE : NOT_RETRYABLE);
    if (problem.quarantined()) {
      body.add(QUARANTINED);
    }
    if (exchange.requestId() != null) {
      body.add(PROBLEM_REQUEST_ID).add(exchange.requestId()).addByte('"');
    }
    if (exchange.eventId() != null) {
      body.add(PROBLEM_EVENT_ID).add(exchange.eventId()).addByte('"');
      if (type.mayBeWritten()) {
        writeLocation(to.location(), exchange);
      }
    }
    body.addByte('}');
    if (problem.policy() != null) {
      to.header("ratelimit-policy", problem.policy().field());
      to.header("ratelimit", problem.rateLimit());
    }
    to.whole(start.head, problem.header(), exchange.waitApplied(), exchange);
  }

  private static byte[] escaped(String text) {
    return JsonStringEncoder.getInstance().quoteAsUTF8(text);
  }
}
