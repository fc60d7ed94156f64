package com.reactive.platform.gateway.http;

import static com.reactive.platform.gateway.http.ResponseBytes.ascii;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** The answers there are, and how they look. */
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

  /** 201: Kafka has it, there. */
  static final Response CREATED =
      new Success(
          201,
          (to, exchange) -> {
            writePlaced(to.body(), exchange, exchange.partition(), exchange.offset());
            to.whole(Success.CREATED_START, END_OF_LINE, exchange.waitApplied(), exchange);
          });

  /** 202: taken, not yet in Kafka. */
  static final Response ACCEPTED =
      new Success(
          202,
          (to, exchange) -> {
            writeIds(to.body(), exchange).add(END_OF_STRING);
            to.whole(Success.ACCEPTED_START, END_OF_LINE, exchange.asyncApplied(), exchange);
          });

  /** 202: not in Kafka yet, but on disk. */
  static final Response SPOOLED =
      new Success(
          202,
          (to, exchange) -> {
            writeIds(to.body(), exchange).add(IS_SPOOLED);
            to.whole(Success.ACCEPTED_START, END_OF_LINE, exchange.waitApplied(), exchange);
          });

  private static final Response FRAMED =
      new Success(
          DiagnosticDepth.FRAME.status,
          (to, exchange) -> {
            writePlaced(to.body(), exchange, NOWHERE, NOWHERE);
            to.whole(Success.OK_START, END_OF_LINE, null, exchange);
          });

  private static final Response RECEIVED =
      new Success(
          DiagnosticDepth.BODY.status,
          (to, exchange) -> {
            to.body().add(UNREAD);
            to.whole(Success.ACCEPTED_START, END_OF_LINE, null, exchange);
          });

  private static final Response HANDED_OVER =
      new Success(
          DiagnosticDepth.PRODUCER.status,
          (to, exchange) -> {
            writeIds(to.body(), exchange).add(END_OF_STRING);
            to.whole(Success.ACCEPTED_START, END_OF_LINE, null, exchange);
          });

  private record Success(int status, BiConsumer<ResponseEncoder, Exchange> form)
      implements Response {
    static final byte[] OK_START = start(200);
    static final byte[] CREATED_START = start(201);
    static final byte[] ACCEPTED_START = start(202);

    private static byte[] start(int status) {
      return ascii(statusLine(status) + "content-type: application/json\r\ncontent-length: ");
    }

    @Override
    public void write(ResponseEncoder to, Exchange exchange) {
      form.accept(to, exchange);
    }
  }

  private record NoContent(byte[] head) implements Response {
    @Override
    public int status() {
      return 204;
    }

    @Override
    public void write(ResponseEncoder to, Exchange exchange) {
      to.bodiless(head, exchange);
    }
  }

  /**
   * What all problems of a type have in common.
   *
   * @param head status line, and header lines up to the length of the body
   * @param json the body as far as it is the same
   */
  private record ProblemStart(byte[] head, byte[] json) {
    static ProblemStart of(Problem.Type type) {
      return new ProblemStart(
          ascii(statusLine(type.status) + "content-length: "),
          ascii(
              "{\"type\":\"urn:reactive:problem:%s\",\"title\":\"%s\",\"status\":%d"
                  .formatted(type.slug(), type.title, type.status)));
    }
  }

  private static final Map<Problem.Type, ProblemStart> PROBLEMS = new EnumMap<>(Problem.Type.class);

  static {
    for (Problem.Type type : Problem.Type.values()) {
      PROBLEMS.put(type, ProblemStart.of(type));
    }
  }

  private ResponseTemplates() {}

  /**
   * What a diagnostic route answers, never a 201: it is in no partition and has no offset, since
   * Kafka was not asked to take it, or nobody waits for what Kafka says.
   */
  static Response diagnostic(DiagnosticDepth reach) {
    return switch (reach) {
      case BODY -> RECEIVED;
      case FRAME -> FRAMED;
      case PRODUCER -> HANDED_OVER;
      case KAFKA -> throw new IllegalArgumentException("an event is no diagnostic");
    };
  }

  /** 204 with these headers: what a browser asked before it posts. */
  static Response noContent(HttpHeaders headers) {
    ResponseBytes head = new ResponseBytes().add(ascii(statusLine(204)));
    for (Map.Entry<String, String> header : headers) {
      head.addHeader(header.getKey(), header.getValue());
    }
    return new NoContent(head.copy());
  }

  /** The first line of an answer, with its end. */
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
  static void writeProblem(ResponseEncoder to, Exchange exchange, Problem problem) {
    Problem.Type type = problem.type();
    ProblemStart start = PROBLEMS.get(type);
    ResponseBytes body = to.body().add(start.json);
    if (!problem.detail().isEmpty()) {
      body.add(DETAIL).add(escaped(problem.detail())).addByte('"');
    }
    if (problem.pointer() != null) {
      body.add(POINTER).add(escaped(problem.pointer())).addByte('"');
    }
    body.add(type.retryable ? RETRYABLE : NOT_RETRYABLE);
    if (exchange.requestId() != null) {
      body.add(PROBLEM_REQUEST_ID).add(exchange.requestId()).addByte('"');
    }
    if (exchange.eventId() != null) {
      body.add(PROBLEM_EVENT_ID).add(exchange.eventId()).addByte('"');
    }
    body.addByte('}');
    byte[] rest = PROBLEM_JSON;
    if (type.header != null && problem.header() != null) {
      rest = new ResponseBytes().add(rest).addHeader(type.header, problem.header()).copy();
    }
    to.whole(start.head, rest, exchange.waitApplied(), exchange);
  }

  private static byte[] escaped(String text) {
    return JsonStringEncoder.getInstance().quoteAsUTF8(text);
  }
}
