package com.reactive.platform.gateway.idempotency;

/**
 * The outcome of an event in 64 bits: which of the stream's topics it is in, 16 of the partition
 * and 46 of the offset, or one of the negative constants.
 */
public final class StoredOutcome {
  /**
   * The event is on disk, not yet in Kafka; or it is in Kafka at a place that 64 bits cannot say.
   */
  public static final long ACCEPTED = -1;

  /** Whether the event is in Kafka was not found out. */
  public static final long UNKNOWN = -2;

  /** As {@link #ACCEPTED}, in the topic of the stream's hot keys. */
  private static final long ACCEPTED_HOT = -3;

  private static final int OFFSET_BITS = 46;
  private static final long HOT = 1L << (Long.SIZE - 2);
  private static final int MAX_PARTITION = (1 << (Long.SIZE - 2 - OFFSET_BITS)) - 1;
  private static final long MAX_OFFSET = (1L << OFFSET_BITS) - 1;

  private StoredOutcome() {}

  /**
   * The outcome of an event that is in the stream's own topic; a negative partition: it is not in
   * Kafka yet.
   */
  public static long of(int partition, long offset) {
    return of(partition, offset, false);
  }

  /**
   * The same.
   *
   * @param isHot true if it is in the topic of the stream's hot keys
   */
  public static long of(int partition, long offset, boolean isHot) {
    boolean fits = partition >= 0 && partition <= MAX_PARTITION && offset <= MAX_OFFSET;
    if (!fits || offset < 0) {
      return isHot ? ACCEPTED_HOT : ACCEPTED;
    }
    return (isHot ? HOT : 0) | (long) partition << OFFSET_BITS | offset;
  }

  /** True if the event is in the topic of the stream's hot keys. */
  public static boolean isHot(long outcome) {
    return outcome < 0 ? outcome == ACCEPTED_HOT : (outcome & HOT) != 0;
  }

  /** True if the place of the event is known. */
  public static boolean isPlaced(long outcome) {
    return outcome >= 0;
  }

  /** Of an outcome that {@link #isPlaced}. */
  public static int partition(long outcome) {
    return (int) ((outcome & ~HOT) >>> OFFSET_BITS);
  }

  /** Of an outcome that {@link #isPlaced}. */
  public static long offset(long outcome) {
    return outcome & MAX_OFFSET;
  }
}
