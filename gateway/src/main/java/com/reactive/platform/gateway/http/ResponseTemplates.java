package com.reactive.platform.gateway.http;

import static com.reactive.platform.gateway.http.ResponseBytes.ascii;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Encodes the responses of the data port from byte templates. */
final class ResponseTemplates {
  private static final byte[] END_OF_LINE = ascii("\r\n");
  private static final byte[] PROBLEM_JSON =
      ascii("\r\ncontent-type: application/problem+json\r\n");

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
  private static final byte[] PROBLEM_REQUEST_ID = ascii(",\"requestId\":\"");
  private static final byte[] PROBLEM_EVENT_ID = ascii(",\"eventId\":\"");

  private static final int NOWHERE = -1;
  private static final byte[] UNREAD =
      ascii(
          "{\"requestId\":\"00000000000000000000000000000000\","
              + "\"eventId\":\"00000000000000000000000000000000\","
              + "\"topic\":\"counter-events\",\"partition\":-1,\"offset\":-1}");

  private static final byte[] OK_START = successStart(200);
  private static final byte[] CREATED_START = successStart(201);
  private static final byte[] ACCEPTED_START = successStart(202);

  /**
   * The bytes that all problems of a type have in common.
   *
   * @param head status line, and header lines up to the length of the body
   * @param json the constant part of the body
   * @param header in lower case; null if there is none
   */
  private record ProblemStart(byte[] head, byte[] json, String header) {
    static ProblemStart of(Rejection type) {
      return new ProblemStart(
          ascii(statusLine(type.status()) + "content-length: "),
          ascii(
              "{\"type\":\"urn:reactive:problem:%s\",\"title\":\"%s\",\"status\":%d"
                  .formatted(type.slug(), type.title(), type.status())),
          type.header() == null ? null : type.header().toLowerCase(Locale.ROOT));
    }
  }

  private static final Map<Rejection, ProblemStart> PROBLEMS = new EnumMap<>(Rejection.class);

  static {
    for (Rejection type : Rejection.values()) {
      PROBLEMS.put(type, ProblemStart.of(type));
    }
  }

  private ResponseTemplates() {}

  /** Appends the response of this exchange; {@code last}: the connection closes after it. */
  static void encode(ResponseEncoder to, Exchange exchange, boolean last) {
    to.begin(last);
    Response response = exchange.response();
    switch (response.kind()) {
      case CREATED -> {
        writePlaced(to.body(), exchange, exchange.partition(), exchange.offset());
        to.whole(CREATED_START, END_OF_LINE, exchange.waitApplied(), exchange);
      }
      case ACCEPTED -> {
        writeIds(to.body(), exchange).add(END_OF_STRING);
        to.whole(ACCEPTED_START, END_OF_LINE, exchange.asyncApplied(), exchange);
      }
      case SPOOLED -> {
        writeIds(to.body(), exchange).add(IS_SPOOLED);
        to.whole(ACCEPTED_START, END_OF_LINE, exchange.waitApplied(), exchange);
      }
      case FRAMED -> {
        writePlaced(to.body(), exchange, NOWHERE, NOWHERE);
        to.whole(OK_START, END_OF_LINE, null, exchange);
      }
      case RECEIVED -> {
        to.body().add(UNREAD);
        to.whole(ACCEPTED_START, END_OF_LINE, null, exchange);
      }
      case HANDED_OVER -> {
        writeIds(to.body(), exchange).add(END_OF_STRING);
        to.whole(ACCEPTED_START, END_OF_LINE, null, exchange);
      }
      case NO_CONTENT -> to.bodiless(response.head(), exchange);
      case PROBLEM -> writeProblem(to, exchange, response.problem());
    }
  }

  /** 204 with these headers: the response to a browser's preflight request. */
  static Response noContent(HttpHeaders headers) {
    ResponseBytes head = new ResponseBytes().add(ascii(statusLine(204)));
    for (Map.Entry<String, String> header : headers) {
      head.addHeader(header.getKey(), header.getValue());
    }
    return Response.noContent(head.copy());
  }

  private static byte[] successStart(int status) {
    return ascii(statusLine(status) + "content-type: application/json\r\ncontent-length: ");
  }

  /** The first line of a response, with its end. */
  static String statusLine(int status) {
    return "HTTP/1.1 " + HttpResponseStatus.valueOf(status) + "\r\n";
  }

  /** The ids are plain ASCII without quotes or backslashes, by construction or by check. */
  private static ResponseBytes writeIds(ResponseBytes body, Exchange exchange) {
    return body.add(REQUEST_ID).add(exchange.requestId()).add(EVENT_ID).add(exchange.eventId());
  }

  private static void writePlaced(
      ResponseBytes body, Exchange exchange, int partition, long offset) {
    writeIds(body, exchange).add(TOPIC).add(exchange.stream().topicAscii()).add(PARTITION);
    body.addNumber(partition).add(OFFSET).addNumber(offset).addByte('}');
  }

  /**
   * An error. Names the request as the log does, and the event when it has an id, so that the
   * client can send it again under the same one.
   */
  private static void writeProblem(ResponseEncoder to, Exchange exchange, Problem problem) {
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
    if (exchange.requestId() != null) {
      body.add(PROBLEM_REQUEST_ID).add(exchange.requestId()).addByte('"');
    }
    if (exchange.eventId() != null) {
      body.add(PROBLEM_EVENT_ID).add(exchange.eventId()).addByte('"');
    }
    body.addByte('}');
    byte[] rest = PROBLEM_JSON;
    if (start.header != null && problem.header() != null) {
      rest = new ResponseBytes().add(rest).addHeader(start.header, problem.header()).copy();
    }
    to.whole(start.head, rest, exchange.waitApplied(), exchange);
  }

  private static byte[] escaped(String text) {
    return JsonStringEncoder.getInstance().quoteAsUTF8(text);
  }
}
