package com.reactive.platform.kafka.benchmark.subject;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.Completion;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Outcomes;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatcherSessionsTest {
  private final List<String> told = new ArrayList<>();

  /** What is told of each message, and what is to be told of the send that they are. */
  @ParameterizedTest
  @CsvSource({"aaa, acked 6", "nnn, notWritten 6", "uuu, unknown 6", "ana, unknown 6"})
  void aSendIsWhatAllItsMessagesAreElseUnknown(String ofMessages, String ofSend) {
    List<Completion> completions = new ArrayList<>();
    TargetSession session =
        BatcherSessions.bulk(
            context(),
            (messages, completion) -> {
              assertThat(messages.size()).isEqualTo(3);
              assertThat(messages.bytes()).isEqualTo(3 * 50);
              completions.add(completion);
              return SubmitResult.ACCEPTED;
            },
            3);
    assertThat(session.trySend(6, 99)).isTrue();
    for (int i = 0; i < 3; i++) {
      assertThat(told).isEmpty();
      switch (ofMessages.charAt(i)) {
        case 'a' -> completions.get(0).acked(0, 0);
        case 'n' -> completions.get(0).notWritten(null);
        default -> completions.get(0).unknown(null);
      }
    }
    assertThat(told).containsExactly(ofSend + " 99");
  }

  @ParameterizedTest
  @CsvSource({"FULL", "CLOSED"})
  void whatTheBatcherDoesNotTakeIsNotTold(SubmitResult result) {
    TargetSession single =
        BatcherSessions.single(context(), (buffer, offset, length, completion) -> result);
    TargetSession bulk = BatcherSessions.bulk(context(), (messages, completion) -> result, 3);
    assertThat(single.trySend(0, 0)).isFalse();
    assertThat(bulk.trySend(0, 0)).isFalse();
    assertThat(told).isEmpty();
  }

  private SessionContext context() {
    Outcomes outcomes =
        new Outcomes() {
          @Override
          public void acked(long firstSequence, long intendedNanos) {
            told.add("acked " + firstSequence + " " + intendedNanos);
          }

          @Override
          public void notWritten(long firstSequence, long intendedNanos) {
            told.add("notWritten " + firstSequence + " " + intendedNanos);
          }

          @Override
          public void unknown(long firstSequence, long intendedNanos) {
            told.add("unknown " + firstSequence + " " + intendedNanos);
          }
        };
    return new SessionContext(0, 1, new MessageFormat(1, 50, Payload.RANDOM), outcomes);
  }
}
