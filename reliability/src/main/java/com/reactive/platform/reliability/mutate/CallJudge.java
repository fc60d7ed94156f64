package com.reactive.platform.reliability.mutate;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import com.reactive.platform.gateway.stream.EventMetadata;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges the statuses of calls. Of a call whose head and frames are whole it knows the status from
 * its body, and of a stream the result of each event. Of any other connection: the statuses that
 * blame the client. Not thread-safe.
 */
final class CallJudge {
  private static final Set<CallCode> CLIENTS_FAULTS =
      EnumSet.of(CallCode.INVALID_ARGUMENT, CallCode.RESOURCE_EXHAUSTED, CallCode.UNIMPLEMENTED);

  /** INTERNAL by the specifications of gRPC and of Connect, whoever is at fault. */
  private static final List<String> VIOLATIONS =
      List.of("the flags of a message are ", "a message is compressed, and no header says how");

  private static final EventMetadata METADATA =
      new EventMetadata(ascii("r"), ascii("e"), 1, null, null, Map.of());

  private final ExpectedMessage messages;
  private final ExpectedDatum documents;
  private final PublishRequests requests;
  private long predicted;

  CallJudge(Subject subject) {
    messages = new ExpectedMessage(subject.stream().protoFile());
    documents = new ExpectedDatum(subject.schema, subject.form, METADATA);
    requests = new PublishRequests(this::ofMessage, this::ofDocument);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Judges an event. */
  private interface Check {
    void run() throws Refusal;
  }

  private static Set<CallCode> codes(Check check) {
    try {
      check.run();
      return EnumSet.of(CallCode.OK);
    } catch (Refusal e) {
      return e.kind() == Refusal.Kind.EITHER
          ? EnumSet.of(CallCode.OK, CallCode.INVALID_ARGUMENT)
          : EnumSet.of(CallCode.INVALID_ARGUMENT);
    }
  }

  private Set<CallCode> ofMessage(byte[] event) {
    return codes(() -> messages.check(event));
  }

  private Set<CallCode> ofDocument(Json event) {
    return codes(() -> documents.of(event));
  }

  /** The calls that had exactly one right status. */
  long predicted() {
    return predicted;
  }

  /**
   * Judges the answers on a connection that may have been changed in any way.
   *
   * @param late deadlines may have passed: the time was long, or heads with some were changed
   * @throws IllegalStateException if one of them is wrong
   */
  static void judge(Http2Answers answers, boolean late) {
    if (answers.plain() != null) {
      // 505 says that the client's version of HTTP is not known.
      boolean right = answers.plain().matches("(?s)HTTP/1\\.[01] ([1-4][0-9]{2}|505) .*");
      CallAnswer.require(right, "the answer is " + answers.plain().lines().findFirst().orElse(""));
      return;
    }
    requireNot(Http2Answers.INTERNAL_ERROR, answers.goAway(), "the connection");
    answers
        .streams()
        .forEach(
            (stream, answer) -> {
              requireNot(Http2Answers.INTERNAL_ERROR, answer.reset, "stream " + stream);
              if (answer.ended) {
                judge(CallAnswer.of(answer), late);
              }
            });
  }

  private static void requireNot(long code, long error, String what) {
    CallAnswer.require(error != code, what + " ends with the error " + error);
  }

  private static void judge(CallAnswer answer, boolean late) {
    CallCode code = answer.code();
    if (code == null) {
      int status = answer.httpStatus();
      CallAnswer.require(status < 500, "the status is " + status);
      boolean described =
          status < 400
              || answer.messages().get(0).length == 0
              || answer.contentType().equals("application/problem+json");
      CallAnswer.require(described, "a " + status + " as " + answer.contentType());
      return;
    }
    boolean right =
        code == CallCode.OK
            || CLIENTS_FAULTS.contains(code)
            || (code == CallCode.DEADLINE_EXCEEDED && late)
            || (code == CallCode.INTERNAL && isViolation(answer.message()));
    CallAnswer.require(right, answer.form() + " is answered " + code + ": " + answer.message());
  }

  private static boolean isViolation(String message) {
    return VIOLATIONS.stream().anyMatch(message::startsWith);
  }

  /**
   * Judges the answer of a call.
   *
   * @return the number of events that were answered OK
   * @throws IllegalStateException if it is wrong
   */
  int judge(SentCall call, Http2Answers answers) {
    Http2Answers.Answer answer = answers.streams().get(call.stream());
    CallAnswer.require(answer != null && answer.ended, "a call has no whole answer");
    CallAnswer read = CallAnswer.of(answer);
    CallAnswer.require(
        read.form() == call.form(), call.form() + " is answered as " + read.contentType());
    boolean error = read.form() == CallProtocol.CONNECT && read.code() != CallCode.OK;
    String type = error ? "application/json" : call.contentType();
    CallAnswer.require(
        read.contentType().equals(type), type + " is answered as " + read.contentType());
    judge(read, call.waits() == CallDeadline.OVER);
    CallBody body = CallBody.of(call);
    return call.streams() ? judgeStream(call, body, read) : judgeUnary(call, body, read);
  }

  private int judgeUnary(SentCall call, CallBody body, CallAnswer answer) {
    boolean ok = answer.code() == CallCode.OK;
    if (!body.unsure()) {
      Set<CallCode> right =
          body.end().isEmpty() ? ofEvent(call, body.messages().get(0)) : body.end();
      requireOneOf(right, answer);
      predicted += right.size() == 1 ? 1 : 0;
    }
    CallAnswer.require(
        answer.messages().size() == (ok ? 1 : 0),
        answer.messages().size() + " messages with " + answer.code());
    if (ok) {
      requireResponse(call.protobuf(), answer.messages().get(0));
    }
    return ok ? 1 : 0;
  }

  private static void requireOneOf(Set<CallCode> right, CallAnswer answer) {
    CallAnswer.require(
        right.contains(answer.code()),
        "expected %s, answered %s %s".formatted(right, answer.code(), answer.message()));
  }

  private Set<CallCode> ofEvent(SentCall call, byte[] event) {
    return call.protobuf() ? ofMessage(event) : codes(() -> documents.of(event, event.length));
  }

  /** A {@code PublishResponse} of an event that is in Kafka. */
  private static void requireResponse(boolean protobuf, byte[] response) {
    boolean whole;
    if (protobuf) {
      UnknownFieldSet fields = fields(response);
      whole = fields.hasField(1) && fields.hasField(2) && fields.hasField(4) && fields.hasField(5);
    } else {
      JsonNode fields = CallAnswer.json(response);
      whole = fields.has("requestId") && fields.has("eventId") && fields.has("offset");
    }
    CallAnswer.require(whole, "a response without the event's place");
  }

  private static UnknownFieldSet fields(byte[] message) {
    try {
      return UnknownFieldSet.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("an answer is not protobuf", e);
    }
  }

  /** What a stream says of one event. */
  private record Result(long sequence, boolean ok) {
    static Result of(boolean protobuf, byte[] message) {
      return protobuf ? ofProtobuf(fields(message)) : ofJson(CallAnswer.json(message));
    }

    private static Result ofProtobuf(UnknownFieldSet fields) {
      boolean ok = fields.hasField(2);
      CallAnswer.require(ok != fields.hasField(3), "a result with a response and a status");
      if (ok) {
        requireResponse(true, fields.getField(2).getLengthDelimitedList().get(0).toByteArray());
      } else {
        byte[] status = fields.getField(3).getLengthDelimitedList().get(0).toByteArray();
        requireInvalid(fields(status).getField(1).getVarintList().get(0));
      }
      List<Long> sequence = fields.getField(1).getVarintList();
      return new Result(sequence.isEmpty() ? 0 : sequence.get(0), ok);
    }

    private static Result ofJson(JsonNode fields) {
      JsonNode response = fields.get("response");
      CallAnswer.require(
          (response == null) == fields.has("status"), "a result with a response and a status");
      if (response != null) {
        requireResponse(false, ascii(response.toString()));
      } else {
        requireInvalid(fields.get("status").path("code").asLong());
      }
      return new Result(Long.parseUnsignedLong(fields.path("sequence").asText()), response != null);
    }

    private static void requireInvalid(long code) {
      CallAnswer.require(
          code == CallCode.INVALID_ARGUMENT.number(), "the result of an event is " + code);
    }
  }

  private int judgeStream(SentCall call, CallBody body, CallAnswer answer) {
    List<Result> results =
        answer.messages().stream().map(each -> Result.of(call.protobuf(), each)).toList();
    if (!body.unsure()) {
      List<PublishRequests.Expected> events =
          body.messages().stream().map(each -> requests.read(call.protobuf(), each)).toList();
      requireEnd(events, body, results.size(), answer);
      requireResults(events.subList(0, results.size()), results);
      boolean one = events.stream().allMatch(PublishRequests.Expected::isCertain);
      predicted += one && body.end().size() <= 1 ? 1 : 0;
    }
    return (int) results.stream().filter(Result::ok).count();
  }

  /** The stream ends behind all of its events, or at the first that is none. */
  private static void requireEnd(
      List<PublishRequests.Expected> events, CallBody body, int results, CallAnswer answer) {
    if (results < events.size() && events.get(results).ends().contains(answer.code())) {
      return;
    }
    requireOneOf(body.end().isEmpty() ? EnumSet.of(CallCode.OK) : body.end(), answer);
    boolean all = body.early() ? results <= events.size() : results == events.size();
    CallAnswer.require(all, results + " results of " + events.size() + " events");
  }

  /** Each event has a result, in any order. */
  private static void requireResults(List<PublishRequests.Expected> events, List<Result> results) {
    List<Result> left = new ArrayList<>(results);
    List<PublishRequests.Expected> strictFirst = new ArrayList<>(events);
    strictFirst.sort(Comparator.comparingInt(PublishRequests.Expected::freedom));
    for (PublishRequests.Expected event : strictFirst) {
      Result found =
          left.stream()
              .filter(each -> event.sequence() == null || event.sequence() == each.sequence())
              .filter(
                  each ->
                      event.codes().contains(each.ok() ? CallCode.OK : CallCode.INVALID_ARGUMENT))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "no result as expected of " + event + " among " + left));
      left.remove(found);
    }
  }
}
