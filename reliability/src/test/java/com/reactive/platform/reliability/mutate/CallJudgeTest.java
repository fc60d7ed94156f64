package com.reactive.platform.reliability.mutate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.kafka.benchmark.loop.MemoryServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The judge of calls finds each kind of wrong answer; the right one is the gateway's own. */
class CallJudgeTest {
  private static final long SEED = 7;

  /** A call with its answer. */
  private record Pair(SentCall call, Http2Answers answers) {
    Http2Answers.Answer answer() {
      return answers.streams().get(call.stream());
    }

    void replace(String text, String by) {
      Http2Answers.Answer answer = answer();
      String data = new String(answer.data(), StandardCharsets.ISO_8859_1);
      assertThat(data).contains(text);
      Http2Answers.Answer changed = new Http2Answers.Answer();
      changed.head = answer.head;
      changed.trailers = answer.trailers;
      changed.ended = true;
      changed.addData(data.replace(text, by).getBytes(StandardCharsets.ISO_8859_1));
      answers.streams().put(call.stream(), changed);
    }

    Pair waiting(String deadline) {
      SentCall other =
          new SentCall(
              call.stream(),
              call.form(),
              call.streams(),
              call.protobuf(),
              call.gzip(),
              call.contentType(),
              deadline,
              call.body());
      return new Pair(other, answers);
    }

    void head(String name, String value) {
      answer().head = with(answer().head, name, value);
    }

    void trailer(String name, String value) {
      answer().trailers = with(answer().trailers, name, value);
    }

    private static Map<String, String> with(Map<String, String> fields, String name, String value) {
      Map<String, String> changed = new LinkedHashMap<>(fields);
      changed.put(name, value);
      return changed;
    }
  }

  /**
   * One call of each form, with one right status, which is OK or is not; of one event if it may.
   */
  private static Map<CallProtocol, Pair> calls(boolean ok, boolean changed) throws Exception {
    Map<CallProtocol, Pair> found = new EnumMap<>(CallProtocol.class);
    Calls calls = new Calls(new SplittableRandom(SEED), Subject.COUNTER);
    try (MemoryServer server = new MemoryServer(Subject.streams())) {
      while (found.size() < CallProtocol.values().length) {
        Conversations.Conversation whole = changed ? calls.nextChanged() : calls.next();
        Http2Answers answers =
            Http2Answers.read(server.converse(List.of(List.of(whole.bytes()))).get(0));
        for (SentCall call : whole.calls()) {
          CallJudge judge = new CallJudge(Subject.COUNTER);
          int stored = judge.judge(call, answers);
          CallCode code = CallAnswer.of(answers.streams().get(call.stream())).code();
          boolean streams = call.form() == CallProtocol.CONNECT_STREAM;
          boolean plain = call.streams() == streams && (!ok || !streams || stored > 1);
          if ((code == CallCode.OK) == ok && plain && judge.predicted() == 1) {
            found.putIfAbsent(call.form(), new Pair(call, answers));
          }
        }
      }
    }
    return found;
  }

  private static void isFound(Pair pair, String message) {
    assertThatThrownBy(() -> new CallJudge(Subject.COUNTER).judge(pair.call(), pair.answers()))
        .as(pair.call().form().name())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aStatusThatBlamesTheServerIsFound() throws Exception {
    for (String code : List.of("1", "2", "4", "5", "7", "10", "13", "14", "15", "16")) {
      Pair pair = calls(true, false).get(CallProtocol.GRPC);
      pair.trailer("grpc-status", code);
      isFound(pair, "GRPC is answered ");
    }
    Pair web = calls(true, false).get(CallProtocol.GRPC_WEB);
    web.replace("grpc-status: 0\r\n", "grpc-status: 2\r\n");
    isFound(web, "GRPC_WEB is answered UNKNOWN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "-1", "", "OK", "03", "3 "})
  void aStatusThatIsNoNumberOfOneIsFound(String code) throws Exception {
    Pair pair = calls(true, false).get(CallProtocol.GRPC);
    pair.trailer("grpc-status", code);
    isFound(pair, "grpc-status is " + code);
  }

  @Test
  void anErrorOfAValidEventIsFound() throws Exception {
    Pair grpc = calls(true, false).get(CallProtocol.GRPC);
    grpc.trailer("grpc-status", "3");
    isFound(grpc, "expected [OK], answered INVALID_ARGUMENT");
  }

  @Test
  void anOkBehindADeadlineIsFound() throws Exception {
    Pair pair = calls(true, false).get(CallProtocol.GRPC);
    isFound(pair.waiting("0m"), "expected [DEADLINE_EXCEEDED], answered OK");
    isFound(pair.waiting("1 S"), "expected [INVALID_ARGUMENT], answered OK");
    assertThat(new CallJudge(Subject.COUNTER).judge(pair.waiting("1H").call(), pair.answers()))
        .isEqualTo(1);
  }

  @Test
  void anOkOfAnInvalidEventIsFound() throws Exception {
    Pair web = calls(false, true).get(CallProtocol.GRPC_WEB);
    String text = new String(web.answer().data(), StandardCharsets.ISO_8859_1);
    String status = text.substring(text.indexOf("grpc-status: "), text.indexOf("\r\n"));
    int details = text.indexOf("grpc-status-details-bin");
    if (details >= 0) {
      web.replace("grpc-status-details-bin", "grpc-status-details-xxx");
    }
    web.replace(status, "grpc-status: 0" + " ".repeat(status.length() - 14));
    isFound(web, "answered OK");
  }

  @Test
  void aConnectStatusThatIsNotTheCodesIsFound() throws Exception {
    Pair pair = calls(false, true).get(CallProtocol.CONNECT);
    pair.head(":status", "500");
    isFound(pair, " with the status 500");
  }

  @Test
  void aConnectCodeThatBlamesTheServerIsFound() throws Exception {
    Pair pair = calls(false, true).get(CallProtocol.CONNECT_STREAM);
    CallCode code = CallAnswer.of(pair.answer()).code();
    String name = code.name().toLowerCase(Locale.ROOT);
    pair.replace('"' + name + '"', "\"unknown\"" + " ".repeat(name.length() - 7));
    isFound(pair, "CONNECT_STREAM is answered UNKNOWN");
  }

  @ParameterizedTest
  @EnumSource(CallProtocol.class)
  void anAnswerOfAnotherProtocolIsFound(CallProtocol form) throws Exception {
    Pair pair = calls(true, false).get(form);
    pair.head("content-type", "application/problem+json");
    assertThatThrownBy(() -> new CallJudge(Subject.COUNTER).judge(pair.call(), pair.answers()))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(CallProtocol.class)
  void aCallWithoutAnAnswerIsFound(CallProtocol form) throws Exception {
    Pair pair = calls(true, false).get(form);
    pair.answer().ended = false;
    isFound(pair, "a call has no whole answer");
    pair.answers().streams().remove(pair.call().stream());
    isFound(pair, "a call has no whole answer");
  }

  @Test
  void aMissingResultIsFound() throws Exception {
    Pair pair = calls(true, false).get(CallProtocol.CONNECT_STREAM);
    byte[] data = pair.answer().data();
    int first = 5 + ByteBuffer.wrap(data, 1, 4).getInt();
    Http2Answers.Answer changed = new Http2Answers.Answer();
    changed.head = pair.answer().head;
    changed.ended = true;
    changed.addData(Arrays.copyOfRange(data, first, data.length));
    pair.answers().streams().put(pair.call().stream(), changed);
    isFound(pair, " results of ");
  }

  /** Of a connection that was changed in any way. */
  @Test
  void whateverCameNoAnswerMayBlameTheServer() throws Exception {
    Pair pair = calls(true, false).get(CallProtocol.CONNECT);
    assertThatCode(() -> CallJudge.judge(pair.answers(), false)).doesNotThrowAnyException();
    pair.answer().reset = Http2Answers.INTERNAL_ERROR;
    assertThatThrownBy(() -> CallJudge.judge(pair.answers(), false))
        .hasMessageContaining("ends with the error 2");
    pair.answer().reset = 1;
    assertThatCode(() -> CallJudge.judge(pair.answers(), false)).doesNotThrowAnyException();
    pair.answer().head = Map.of(":status", "503");
    assertThatThrownBy(() -> CallJudge.judge(pair.answers(), false))
        .hasMessageContaining("the status is 503");
    for (String plain : List.of("HTTP/1.1 500 x\r\n", "HTTP/1.1 200\r\n", "HTTP/2 400 x\r\n")) {
      Http2Answers answers = Http2Answers.read(plain.getBytes(StandardCharsets.US_ASCII));
      assertThatThrownBy(() -> CallJudge.judge(answers, false)).hasMessageContaining("the answer");
    }
  }

  /** By docs/grpc.md. */
  @ParameterizedTest
  @EnumSource(CallProtocol.class)
  void wrongCompressionHasOneStatus(CallProtocol form) throws Exception {
    byte[] gzip = GzipMutator.compressed(event(form));
    byte[] sum = gzip.clone();
    sum[sum.length - 5] ^= 1;
    byte[] size = gzip.clone();
    size[size.length - 1] = 0x7F;
    byte[] bomb = GzipMutator.compressed(new byte[1 << 20]);
    assertThat(compressed(form, gzip)).isEqualTo(CallCode.OK);
    assertThat(compressed(form, Arrays.copyOf(gzip, gzip.length - 1)))
        .isEqualTo(CallCode.INVALID_ARGUMENT);
    assertThat(compressed(form, Arrays.copyOf(gzip, gzip.length + 1)))
        .isEqualTo(CallCode.INVALID_ARGUMENT);
    assertThat(compressed(form, sum)).isEqualTo(CallCode.INVALID_ARGUMENT);
    assertThat(compressed(form, size)).isEqualTo(CallCode.INVALID_ARGUMENT);
    assertThat(compressed(form, event(form))).isEqualTo(CallCode.INVALID_ARGUMENT);
    assertThat(compressed(form, bomb)).isEqualTo(CallCode.RESOURCE_EXHAUSTED);
    assertThat(compressed(form, joined(gzip, GzipMutator.compressed(new byte[0]))))
        .isEqualTo(CallCode.OK);
  }

  /** By the specifications of gRPC and of Connect. */
  @ParameterizedTest
  @EnumSource(
      value = CallProtocol.class,
      names = {"GRPC", "GRPC_WEB", "GRPC_WEB_TEXT"})
  void wrongEnvelopesHaveOneStatus(CallProtocol form) throws Exception {
    byte[] event = event(form);
    assertThat(answered(form, false, envelope(0, event))).isEqualTo(CallCode.OK);
    assertThat(answered(form, false, envelope(2, event))).isEqualTo(CallCode.INTERNAL);
    assertThat(answered(form, false, envelope(1, event))).isEqualTo(CallCode.INTERNAL);
    assertThat(answered(form, false, new byte[0])).isEqualTo(CallCode.UNIMPLEMENTED);
    assertThat(answered(form, false, joined(envelope(0, event), envelope(0, event))))
        .isEqualTo(CallCode.UNIMPLEMENTED);
    assertThat(answered(form, false, Arrays.copyOf(envelope(0, event), 9)))
        .isEqualTo(CallCode.INVALID_ARGUMENT);
    assertThat(answered(form, false, new byte[] {0, 0x7F, 0, 0, 0}))
        .isEqualTo(CallCode.RESOURCE_EXHAUSTED);
  }

  private static CallCode compressed(CallProtocol form, byte[] message) throws Exception {
    return answered(form, true, form.envelopes ? envelope(1, message) : message);
  }

  private static byte[] event(CallProtocol form) {
    String event = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
    boolean streams = form == CallProtocol.CONNECT_STREAM;
    return (streams ? "{\"event\":" + event + "}" : event).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] envelope(int flags, byte[] message) {
    byte[] head = ByteBuffer.allocate(5).put((byte) flags).putInt(message.length).array();
    return joined(head, message);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** The gateway's answer to a call, judged. */
  private static CallCode answered(CallProtocol form, boolean gzip, byte[] body) throws Exception {
    Calls calls = new Calls(new SplittableRandom(SEED), Subject.COUNTER);
    byte[] sent = form.base64 ? Base64.getEncoder().encode(body) : body;
    Conversations.Conversation one =
        calls.only(form, form == CallProtocol.CONNECT_STREAM, false, gzip, sent);
    try (MemoryServer server = new MemoryServer(Subject.streams())) {
      Http2Answers answers =
          Http2Answers.read(server.converse(List.of(List.of(one.bytes()))).get(0));
      CallJudge judge = new CallJudge(Subject.COUNTER);
      judge.judge(one.calls().get(0), answers);
      assertThat(judge.predicted()).isEqualTo(1);
      return CallAnswer.of(answers.streams().get(1)).code();
    }
  }

  /** An OK is an event that is stored, and nothing else is. */
  @ParameterizedTest
  @EnumSource(Subject.class)
  void whatIsAnsweredOkIsStored(Subject subject) throws Exception {
    Calls calls = new Calls(new SplittableRandom(SEED), subject);
    CallJudge judge = new CallJudge(subject);
    List<Conversations.Conversation> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(calls.nextChanged());
    }
    try (MemoryServer server = new MemoryServer(Subject.streams())) {
      List<byte[]> written =
          server.converse(all.stream().map(each -> List.of(each.bytes())).toList());
      server.check();
      long ok = 0;
      for (int i = 0; i < all.size(); i++) {
        Http2Answers answers = Http2Answers.read(written.get(i));
        for (SentCall call : all.get(i).calls()) {
          ok += judge.judge(call, answers);
        }
      }
      assertThat(server.ledger().ended().get(Outcome.ACKED)).isEqualTo(ok);
      assertThat(judge.predicted()).isGreaterThan(all.size());
    }
  }
}
