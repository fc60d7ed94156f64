package com.reactive.platform.kafka.wire.produce;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.compress.Compression;

/**
 * Limits and times of a produce core.
 *
 * @param clientId goes into every request's header
 * @param compression of whole batches; none if the codec is learned
 * @param batchBytes at which a partition's open batch is closed and the next begins; a larger
 *     record has a batch of its own
 * @param maxRequestBytes largest request, and so the largest record
 * @param bufferBytes budget: bytes of encoded records that have no outcome yet
 * @param maxInFlightPerBroker unanswered requests on one connection, 1 to 5
 * @param ackTimeoutMillis for how long the broker waits for its replicas
 * @param requestTimeoutNanos after which an unanswered request costs the connection
 * @param deliveryTimeoutNanos from a batch's first record to its outcome, at the latest
 * @param retryBackoffNanos first pause before a batch is sent again, or a connection tried again
 * @param retryBackoffMaxNanos largest pause: each doubles the last
 * @param settleTimeoutNanos for how long a batch is sent on, to learn what became of it, after its
 *     records were told unknown; much less than the time for which brokers remember a producer
 * @param codecMegabyteNanos what a million bytes cost behind this client, for learning the codec;
 *     {@link #FIXED_CODEC} if it is not learned
 */
public record ProduceSettings(
    String clientId,
    Compression compression,
    int batchBytes,
    int maxRequestBytes,
    long bufferBytes,
    int maxInFlightPerBroker,
    int ackTimeoutMillis,
    long requestTimeoutNanos,
    long deliveryTimeoutNanos,
    long retryBackoffNanos,
    long retryBackoffMaxNanos,
    long settleTimeoutNanos,
    long codecMegabyteNanos) {
  /** The codec is {@code compression}. */
  public static final long FIXED_CODEC = -1;

  /** A broker remembers this many batches of a producer for each partition. */
  static final int BATCHES_REMEMBERED = 5;

  /** What is settled may hold this part of the budget, beyond it. */
  private static final int SETTLING_SHARE = 8;

  private static final int MAX_CLIENT_ID_BYTES = 1 << 10;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So many times within the longest pause it is asked who leads instead of a broker. */
  private static final int SEARCHES_PER_PAUSE = 4;

  public ProduceSettings {
    Objects.requireNonNull(compression);
    require(
        clientId.getBytes(StandardCharsets.UTF_8).length <= MAX_CLIENT_ID_BYTES,
        "clientId is too long");
    require(batchBytes > 0, "batchBytes must be positive");
    require(maxRequestBytes >= batchBytes, "maxRequestBytes must be at least batchBytes");
    require(bufferBytes > 0, "bufferBytes must be positive");
    require(
        maxInFlightPerBroker >= 1 && maxInFlightPerBroker <= BATCHES_REMEMBERED,
        "maxInFlightPerBroker must be 1 to 5");
    require(ackTimeoutMillis > 0, "ackTimeoutMillis must be positive");
    require(requestTimeoutNanos > 0, "requestTimeoutNanos must be positive");
    require(deliveryTimeoutNanos > 0, "deliveryTimeoutNanos must be positive");
    require(
        retryBackoffNanos > 0 && retryBackoffMaxNanos >= retryBackoffNanos,
        "retryBackoffNanos must be positive and not above retryBackoffMaxNanos");
    require(settleTimeoutNanos >= 0, "settleTimeoutNanos must not be negative");
  }

  /** With a fixed codec, settling nothing. */
  public ProduceSettings(
      String clientId,
      Compression compression,
      int batchBytes,
      int maxRequestBytes,
      long bufferBytes,
      int maxInFlightPerBroker,
      int ackTimeoutMillis,
      long requestTimeoutNanos,
      long deliveryTimeoutNanos,
      long retryBackoffNanos,
      long retryBackoffMaxNanos) {
    this(
        clientId,
        compression,
        batchBytes,
        maxRequestBytes,
        bufferBytes,
        maxInFlightPerBroker,
        ackTimeoutMillis,
        requestTimeoutNanos,
        deliveryTimeoutNanos,
        retryBackoffNanos,
        retryBackoffMaxNanos,
        0,
        FIXED_CODEC);
  }

  /** The same, with this time to settle what is unknown. */
  public ProduceSettings settling(long timeoutNanos) {
    return with(compression, timeoutNanos, codecMegabyteNanos);
  }

  /** The same, with a codec that is learned for each topic and size of batches. */
  public ProduceSettings learningCodec(long megabyteNanos) {
    return with(Compression.NONE, settleTimeoutNanos, megabyteNanos);
  }

  private ProduceSettings with(Compression codec, long settleNanos, long megabyteNanos) {
    return new ProduceSettings(
        clientId,
        codec,
        batchBytes,
        maxRequestBytes,
        bufferBytes,
        maxInFlightPerBroker,
        ackTimeoutMillis,
        requestTimeoutNanos,
        deliveryTimeoutNanos,
        retryBackoffNanos,
        retryBackoffMaxNanos,
        settleNanos,
        megabyteNanos);
  }

  /** The most bytes of batches that are being settled, besides {@code bufferBytes}. */
  long settlingBytes() {
    return bufferBytes / SETTLING_SHARE;
  }

  /** After which a broker that does not answer may be gone, so that others may lead. */
  long patienceNanos() {
    return Math.min(PATIENCE_NANOS, requestTimeoutNanos / 2);
  }

  /** The time between two questions who leads instead of a broker that keeps others waiting. */
  long searchNanos() {
    return retryBackoffMaxNanos / SEARCHES_PER_PAUSE;
  }

  boolean learnsCodec() {
    return codecMegabyteNanos != FIXED_CODEC;
  }

  /** The pause after this many failures in a row. */
  long backoffNanos(int failures) {
    int doublings = Math.min(Math.max(failures - 1, 0), 20);
    return Math.min(retryBackoffNanos << doublings, retryBackoffMaxNanos);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
