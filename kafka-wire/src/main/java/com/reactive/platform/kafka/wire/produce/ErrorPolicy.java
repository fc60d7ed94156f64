package com.reactive.platform.kafka.wire.produce;

import org.apache.kafka.common.protocol.Errors;

/**
 * What to do with a batch after the broker's answer: the table of all error codes.
 *
 * <p>The line between "certainly not written" and "maybe written" follows the broker's code. It
 * checks the request, the sequence and the number of replicas before it appends. When it has
 * appended and waits for the replicas, it may still answer that it is not the leader, that it does
 * not know the partition, or that its storage fails: the batch may live on in the new leader's log.
 */
enum ErrorPolicy {
  /** In the log. */
  ACKED,
  /** In the log since an earlier attempt; the broker does not remember where. */
  ACKED_BEFORE,
  /** Not written by this attempt; send the same bytes again. */
  RETRY_UNWRITTEN,
  /** Maybe written; send the same bytes again. */
  RETRY,
  /** Maybe written; find the leader, and send the same bytes again. */
  RETRY_ELSEWHERE,
  /**
   * The broker does not expect these numbers. Behind an older batch that failed: send again after
   * it. As the oldest: unknown if maybe written, else send again under the next epoch.
   */
  OUT_OF_SEQUENCE,
  /** As {@link #OUT_OF_SEQUENCE}, and go on with a new producer id. */
  IDENTITY_REFUSED,
  /** Not written: cut in two until what is refused is alone, and that is not written. */
  SPLIT,
  /** Not written for the records that the answer names; send the others again without them. */
  RECORDS_REFUSED,
  /** Not written, and it would not help to try again. */
  REFUSED,
  /** Maybe written, and it would not help to try again. */
  UNKNOWN;

  static ErrorPolicy of(Errors error) {
    return switch (error) {
      case NONE -> ACKED;
      case DUPLICATE_SEQUENCE_NUMBER -> ACKED_BEFORE;
      case NOT_ENOUGH_REPLICAS, CORRUPT_MESSAGE, THROTTLING_QUOTA_EXCEEDED -> RETRY_UNWRITTEN;
      case NOT_ENOUGH_REPLICAS_AFTER_APPEND, REQUEST_TIMED_OUT, NETWORK_EXCEPTION -> RETRY;
      case NOT_LEADER_OR_FOLLOWER,
          FENCED_LEADER_EPOCH,
          UNKNOWN_LEADER_EPOCH,
          UNKNOWN_TOPIC_OR_PARTITION,
          UNKNOWN_TOPIC_ID,
          INCONSISTENT_TOPIC_ID,
          LEADER_NOT_AVAILABLE,
          REPLICA_NOT_AVAILABLE,
          BROKER_NOT_AVAILABLE,
          LISTENER_NOT_FOUND,
          KAFKA_STORAGE_ERROR ->
          RETRY_ELSEWHERE;
      case OUT_OF_ORDER_SEQUENCE_NUMBER, UNKNOWN_PRODUCER_ID -> OUT_OF_SEQUENCE;
      case INVALID_PRODUCER_EPOCH, PRODUCER_FENCED, INVALID_PRODUCER_ID_MAPPING -> IDENTITY_REFUSED;
      case MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE -> SPLIT;
      case INVALID_RECORD, INVALID_TIMESTAMP -> RECORDS_REFUSED;
      case TOPIC_AUTHORIZATION_FAILED,
          CLUSTER_AUTHORIZATION_FAILED,
          TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
          INVALID_TOPIC_EXCEPTION,
          INVALID_REQUIRED_ACKS,
          INVALID_REQUEST,
          POLICY_VIOLATION,
          UNSUPPORTED_VERSION,
          UNSUPPORTED_FOR_MESSAGE_FORMAT,
          UNSUPPORTED_COMPRESSION_TYPE ->
          REFUSED;
      default ->
          error.exception() instanceof org.apache.kafka.common.errors.RetriableException
              ? RETRY
              : UNKNOWN;
    };
  }
}
