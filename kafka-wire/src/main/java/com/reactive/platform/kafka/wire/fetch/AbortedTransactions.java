package com.reactive.platform.kafka.wire.fetch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.message.FetchResponseData.AbortedTransaction;

/**
 * Tells which batches of one answer's partition belong to transactions that were aborted. A broker
 * names each by its producer and first offset; it ends at that producer's abort marker.
 */
final class AbortedTransactions {
  /** For those who read what is not committed, too. */
  static final AbortedTransactions NONE = new AbortedTransactions(List.of());

  private final List<AbortedTransaction> byFirstOffset;
  private final Set<Long> open = new HashSet<>();
  private int next;

  /**
   * Begins at the answer's first batch.
   *
   * @param aborted null for none
   */
  AbortedTransactions(List<AbortedTransaction> aborted) {
    byFirstOffset = aborted == null ? List.of() : new ArrayList<>(aborted);
    if (byFirstOffset.size() > 1) {
      byFirstOffset.sort(Comparator.comparingLong(AbortedTransaction::firstOffset));
    }
  }

  /** Goes on to this batch and tells if its records are to be skipped. In the order of the log. */
  boolean isAborted(BatchHeader batch) {
    if (byFirstOffset.isEmpty()) {
      return false;
    }
    while (next < byFirstOffset.size()
        && byFirstOffset.get(next).firstOffset() < batch.nextOffset()) {
      open.add(byFirstOffset.get(next).producerId());
      next++;
    }
    return batch.isTransactional() && open.contains(batch.producerId());
  }

  /** This producer's transaction ends here. */
  void ended(long producerId) {
    open.remove(producerId);
  }
}
