package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each error code: is the batch sent again, what is its end, and what if it was maybe written. */
class ErrorPolicyTest {
  private static final Set<ErrorPolicy> AGAIN =
      EnumSet.of(
          ErrorPolicy.RETRY_UNWRITTEN,
          ErrorPolicy.RETRY,
          ErrorPolicy.RETRY_ELSEWHERE,
          ErrorPolicy.OUT_OF_SEQUENCE,
          ErrorPolicy.IDENTITY_REFUSED);

  private final ScriptedCore script = ScriptedCore.ready();

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          NONE,                             acked 100
          DUPLICATE_SEQUENCE_NUMBER,        acked -1
          MESSAGE_TOO_LARGE,                notWritten RecordTooLargeException
          RECORD_LIST_TOO_LARGE,            notWritten RecordBatchTooLargeException
          INVALID_RECORD,                   notWritten InvalidRecordException
          INVALID_TIMESTAMP,                notWritten InvalidTimestampException
          TOPIC_AUTHORIZATION_FAILED,       notWritten TopicAuthorizationException
          CLUSTER_AUTHORIZATION_FAILED,     notWritten ClusterAuthorizationException
          INVALID_TOPIC_EXCEPTION,          notWritten InvalidTopicException
          INVALID_REQUIRED_ACKS,            notWritten InvalidRequiredAcksException
          POLICY_VIOLATION,                 notWritten PolicyViolationException
          UNSUPPORTED_FOR_MESSAGE_FORMAT,   notWritten UnsupportedForMessageFormatException
          UNSUPPORTED_COMPRESSION_TYPE,     notWritten UnsupportedCompressionTypeException
          UNSUPPORTED_VERSION,              notWritten UnsupportedVersionException
          UNKNOWN_SERVER_ERROR,             unknown UnknownServerException
          TRANSACTION_ABORTABLE,            unknown TransactionAbortableException
          """)
  void decidesAtOnce(Errors error, String outcome) {
    script.send(0, "a");
    script.answer(0, error);
    assertThat(script.outcomes).containsExactly("0 " + outcome);
    assertThat(script.core.isIdle()).isTrue();
    assertThat(script.heldBytes()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          NOT_ENOUGH_REPLICAS,              notWritten
          CORRUPT_MESSAGE,                  notWritten
          THROTTLING_QUOTA_EXCEEDED,        notWritten
          NOT_ENOUGH_REPLICAS_AFTER_APPEND, unknown
          REQUEST_TIMED_OUT,                unknown
          NETWORK_EXCEPTION,                unknown
          NOT_LEADER_OR_FOLLOWER,           unknown
          FENCED_LEADER_EPOCH,              unknown
          UNKNOWN_LEADER_EPOCH,             unknown
          UNKNOWN_TOPIC_OR_PARTITION,       unknown
          UNKNOWN_TOPIC_ID,                 unknown
          INCONSISTENT_TOPIC_ID,            unknown
          LEADER_NOT_AVAILABLE,             unknown
          KAFKA_STORAGE_ERROR,              unknown
          COORDINATOR_LOAD_IN_PROGRESS,     unknown
          """)
  void sendsTheSameBytesAgainUntilTheDeadline(Errors error, String outcomeAtTheDeadline) {
    script.send(0, "a");
    script.answer(0, error);
    assertThat(script.requests).as("after a pause").hasSize(1);
    script.passes(100);
    assertThat(script.requests).hasSize(2);
    assertThat(script.requests.get(1).bytes()).isEqualTo(script.requests.get(0).bytes());
    script.answer(1, error);
    assertThat(script.outcomes).isEmpty();
    script.passes(30_000);
    assertThat(script.outcomes).containsExactly("0 " + outcomeAtTheDeadline + " TimeoutException");
    assertThat(script.heldBytes()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Errors.class,
      names = {
        "NOT_LEADER_OR_FOLLOWER", "FENCED_LEADER_EPOCH", "UNKNOWN_LEADER_EPOCH",
        "UNKNOWN_TOPIC_OR_PARTITION", "UNKNOWN_TOPIC_ID", "INCONSISTENT_TOPIC_ID",
        "LEADER_NOT_AVAILABLE", "KAFKA_STORAGE_ERROR"
      })
  void asksWhoLeads(Errors error) {
    script.refreshes.clear();
    script.send(0, "a");
    script.answer(0, error);
    assertThat(script.refreshes).containsExactly("t");
  }

  @ParameterizedTest
  @EnumSource(
      value = Errors.class,
      names = {"OUT_OF_ORDER_SEQUENCE_NUMBER", "UNKNOWN_PRODUCER_ID"})
  void numbersAnewWhatIsNotWritten(Errors error) {
    script.acquaint();
    script.send(0, "a");
    script.answer(0, error);
    script.passes(100);
    assertThat(script.last().batch().producerEpoch()).isEqualTo((short) 1);
    assertThat(script.last().sequence()).isZero();
    script.answer(1, Errors.NONE);
    assertThat(script.outcomes).containsExactly("1 acked 100");
  }

  @ParameterizedTest
  @EnumSource(
      value = Errors.class,
      names = {"INVALID_PRODUCER_EPOCH", "PRODUCER_FENCED", "INVALID_PRODUCER_ID_MAPPING"})
  void takesANewIdForWhatIsNotWritten(Errors error) {
    script.acquaint();
    script.send(0, "a");
    script.answer(0, error);
    script.passes(100);
    assertThat(script.idsRequested).isEqualTo(2);
    assertThat(script.requests).hasSize(1);
    script.core.onProducerId(new ProducerIdentity(6, (short) 3));
    assertThat(script.last().batch().producerId()).isEqualTo(6);
    assertThat(script.last().batch().producerEpoch()).isEqualTo((short) 3);
    assertThat(script.last().sequence()).isZero();
  }

  /** The answer to the second attempt says nothing of the first, whose answer was lost. */
  @ParameterizedTest
  @EnumSource(Errors.class)
  void neverCallsNotWrittenWhatMayBe(Errors error) {
    script.send(0, "a", "b");
    script.lost(0);
    script.passes(100);
    script.up(0);
    assertThat(script.requests.get(1).bytes()).isEqualTo(script.requests.get(0).bytes());
    script.answer(1, error);
    script.passes(40_000);
    assertThat(script.outcomes).hasSize(2).noneMatch(outcome -> outcome.contains("notWritten"));
    assertThat(script.core.isIdle()).isTrue();
  }

  @Test
  void knowsEveryRetriableErrorOfKafka() {
    for (Errors error : Errors.values()) {
      boolean retriable =
          error.exception() instanceof org.apache.kafka.common.errors.RetriableException;
      if (retriable) {
        assertThat(AGAIN).as(error.name()).contains(ErrorPolicy.of(error));
      }
    }
  }
}
