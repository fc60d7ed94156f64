package com.reactive.platform.gateway.microbatch;

/** Sizes the next bucket. Called under the lock of a {@link BucketStore}. */
interface BucketSizes {
  /**
   * Capacity in bytes of a bucket to be made now.
   *
   * @param length of its first message
   * @param previousIsFull whether the one before it was filled, rather than flushed
   */
  int bytesFor(int length, boolean previousIsFull);

  /** A bucket of this capacity was made. */
  default void opened(int capacityBytes) {}

  /** A bucket goes that was not filled. */
  default void flushed(int bytes, int capacityBytes) {}
}
