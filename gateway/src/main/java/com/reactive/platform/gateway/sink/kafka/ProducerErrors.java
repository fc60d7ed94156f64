package com.reactive.platform.gateway.sink.kafka;

import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Classifies failures of the Kafka client by what they mean for the record.
 *
 * <p>Inside {@code send()} the client does these in turn: it looks whether it is closed, waits for
 * metadata, checks the size, waits for memory, puts the record into its buffer, and last asks
 * whether it has met an error that it cannot get over (KafkaProducer.doSend of kafka-clients
 * 4.3.1). So nearly all that fails inside is not in Kafka for certain, and the last is unclear: the
 * record lies in the buffer by then.
 */
public final class ProducerErrors {
  private static final String CLOSED = "Cannot perform operation after producer has been closed";
  private static final String FAILED_WITH_BATCH =
      "Failed to append record because it was part of a batch";

  private ProducerErrors() {}

  /** Inside send(): whether the record had not entered the client's buffer. */
  static boolean beforeTheBuffer(Exception failure) {
    return (failure instanceof ApiException && !isFence(failure))
        || failure instanceof InterruptException
        || isClosed(failure);
  }

  /** Inside send(): whether the same record may be taken a little later. */
  static boolean isPassing(Exception failure) {
    return failure instanceof TimeoutException || isClosed(failure);
  }

  /** Inside send(): whether this producer takes no record any more. */
  static boolean endsTheProducer(Exception failure) {
    return isClosed(failure)
        || isFence(failure)
        || failure instanceof IllegalStateException
        || failure.getClass() == KafkaException.class;
  }

  /** After send(): whether Kafka refused the record for what it is, before writing it. */
  public static boolean isRefusal(Exception failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof AuthorizationException
        || failure instanceof InvalidTopicException
        || failure instanceof InvalidRecordException
        || failedWithBatch(failure);
  }

  /** Whether the refusal concerns the record itself, so that sending it again is in vain. */
  static boolean isOfTheEvent(Exception refusal) {
    return refusal instanceof RecordTooLargeException || refusal instanceof InvalidRecordException;
  }

  /**
   * After send(): whether Kafka refused the record only because another one that the client had put
   * into the same batch is invalid. There is no class for it (Sender.failBatch of kafka-clients
   * 4.3.1); should the words change, such records end as unknown.
   */
  static boolean failedWithBatch(Exception failure) {
    return failure.getClass() == KafkaException.class
        && String.valueOf(failure.getMessage()).startsWith(FAILED_WITH_BATCH);
  }

  private static boolean isFence(Exception failure) {
    return failure instanceof ProducerFencedException
        || failure instanceof InvalidProducerEpochException;
  }

  private static boolean isClosed(Exception failure) {
    return failure instanceof IllegalStateException
        && String.valueOf(failure.getMessage()).startsWith(CLOSED);
  }
}
