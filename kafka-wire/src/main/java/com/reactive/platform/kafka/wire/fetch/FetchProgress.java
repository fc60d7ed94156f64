package com.reactive.platform.kafka.wire.fetch;

import com.reactive.platform.kafka.wire.connection.ByteBufAccessor;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ListOffsetsRequest;

/** What becomes of the partitions that are read: answers move their positions or trouble them. */
final class FetchProgress {
  /** What is done elsewhere; none of it calls back before it has returned. */
  interface Needs {
    void refreshMetadata(String topic);

    void offset(TopicPartition partition, long timestamp, OffsetReceiver receiver);
  }

  private final Map<TopicPartition, FetchedPartition> partitions;
  private final FetchSettings settings;
  private final FetchListener listener;
  private final Needs needs;
  private final RecordsDecoder decoder;
  private FetchedPartition decoding;

  FetchProgress(
      Map<TopicPartition, FetchedPartition> partitions,
      FetchSettings settings,
      FetchListener listener,
      Needs needs) {
    this.partitions = partitions;
    this.settings = settings;
    this.listener = listener;
    this.needs = needs;
    decoder = new RecordsDecoder(settings.options().maxRecordBytes());
  }

  void stop(TopicPartition partition) {
    FetchedPartition stopped = partitions.remove(partition);
    if (stopped != null && stopped == decoding) {
      decoder.stop();
    }
  }

  /** A topic that was made anew has new records at the old offsets. */
  void topicIs(FetchedPartition partition, Uuid id) {
    if (id.equals(Uuid.ZERO_UUID)) {
      return;
    }
    boolean anew = !partition.topicId.equals(Uuid.ZERO_UUID) && !partition.topicId.equals(id);
    partition.topicId = id;
    if (anew) {
      truncate(partition, 0, -1);
    }
  }

  /** What nobody wants is not asked for. */
  void passOver(FetchedPartition partition) {
    if (partition.isFollowed() && partition.wantsFetch()) {
      partition.passOverTo(listener.wantsFrom(partition.id, partition.position));
    }
  }

  /** Moves the positions of all partitions of an answer. Its batches are not decoded yet. */
  List<FetchAnswer> read(List<FetchedPartition> asked, ByteBuf body, short version, long now) {
    FetchResponseData answer = new FetchResponseData(ByteBufAccessor.ofViews(body), version);
    Errors error = Errors.forCode(answer.errorCode());
    Map<TopicPartition, PartitionData> parts = FetchRequests.parts(answer, asked, version);
    List<FetchAnswer> answers = new ArrayList<>();
    for (FetchedPartition partition : asked) {
      partition.inFlight = false;
      PartitionData part = parts.get(partition.id);
      if (isGone(partition)) {
        continue;
      }
      if (error != Errors.NONE || part == null) {
        trouble(partition, error == Errors.NONE ? Errors.UNKNOWN_SERVER_ERROR : error, now);
      } else if (part.errorCode() != Errors.NONE.code()) {
        trouble(partition, Errors.forCode(part.errorCode()), now);
      } else if (part.divergingEpoch().endOffset() >= 0) {
        long common = Math.min(partition.position, part.divergingEpoch().endOffset());
        truncate(partition, common, part.divergingEpoch().epoch());
      } else {
        advance(partition, part, now, answers);
      }
    }
    return answers;
  }

  private void advance(
      FetchedPartition partition, PartitionData part, long now, List<FetchAnswer> answers) {
    FetchAnswer answer;
    try {
      answer = FetchAnswer.of(partition, part, settings.options().readCommitted());
    } catch (RuntimeException e) {
      fail(partition, e);
      return;
    }
    partition.failures = 0;
    if (answer.next() > partition.position) {
      partition.position = answer.next();
      partition.lastEpoch = answer.lastEpoch();
      // Whoever had something goes behind the others.
      partitions.remove(partition.id);
      partitions.put(partition.id, partition);
    }
    if (partition.position >= answer.endOffset()) {
      partition.pauseEndNanos = now + settings.options().pauseAtEndNanos();
    }
    answers.add(answer);
  }

  /** Hands the records over. */
  void decode(List<FetchAnswer> answers) {
    for (FetchAnswer answer : answers) {
      FetchedPartition partition = answer.partition();
      if (!isGone(partition)) {
        decode(answer);
      }
      if (!isGone(partition)) {
        listener.advanced(partition.id, Math.min(answer.next(), partition.end), answer.endOffset());
      }
      if (!isGone(partition) && partition.isComplete()) {
        complete(partition);
      }
    }
  }

  private void decode(FetchAnswer answer) {
    FetchedPartition partition = answer.partition();
    AbortedTransactions aborted =
        settings.options().readCommitted()
            ? new AbortedTransactions(answer.aborted())
            : AbortedTransactions.NONE;
    decoding = partition;
    try {
      decoder.decode(
          partition.id, answer.batches(), answer.from(), partition.end, aborted, listener);
    } catch (RuntimeException e) {
      fail(partition, e);
    } finally {
      decoding = null;
    }
  }

  /** Ends those that have nothing to read any more, or never had. Not while answers are decoded. */
  void endAll() {
    for (FetchedPartition partition : List.copyOf(partitions.values())) {
      if (partition.refusal != null) {
        fail(partition, partition.refusal);
      } else if (partition.isComplete()) {
        complete(partition);
      }
    }
  }

  private void complete(FetchedPartition partition) {
    partitions.remove(partition.id);
    listener.completed(partition.id);
  }

  /** The connection is gone: its leader may be, too. */
  void unanswered(List<FetchedPartition> asked, long now) {
    for (FetchedPartition partition : asked) {
      partition.inFlight = false;
      if (!isGone(partition)) {
        again(partition, now);
      }
    }
  }

  private void trouble(FetchedPartition partition, Errors error, long now) {
    if (error == Errors.OFFSET_OUT_OF_RANGE) {
      partition.searching = true;
      needs.offset(partition.id, ListOffsetsRequest.EARLIEST_TIMESTAMP, new Start(partition));
    } else if (FetchErrors.passes(error)) {
      again(partition, now);
    } else {
      fail(partition, error.exception());
    }
  }

  private void again(FetchedPartition partition, long now) {
    partition.failures++;
    partition.notBeforeNanos = now + settings.backoffNanos(partition.failures);
    needs.refreshMetadata(partition.id.topic());
  }

  private void truncate(FetchedPartition partition, long to, int epoch) {
    long from = partition.position;
    partition.position = to;
    partition.lastEpoch = epoch;
    if (to < from) {
      listener.truncated(partition.id, from, to);
    }
  }

  private void fail(FetchedPartition partition, Exception cause) {
    if (!isGone(partition)) {
      partitions.remove(partition.id);
      listener.failed(partition.id, cause);
    }
  }

  private boolean isGone(FetchedPartition partition) {
    return partitions.get(partition.id) != partition;
  }

  /** A position that is not in the log: before its start, perhaps. */
  private final class Start implements OffsetReceiver {
    private final FetchedPartition partition;

    Start(FetchedPartition partition) {
      this.partition = partition;
    }

    @Override
    public void found(TopicPartition id, long start) {
      if (isGone(partition)) {
        return;
      }
      long from = partition.position;
      if (from < start) {
        partition.searching = false;
        partition.position = start;
        partition.lastEpoch = -1;
        listener.skipped(id, from, start);
      } else {
        needs.offset(id, ListOffsetsRequest.LATEST_TIMESTAMP, new End(partition));
      }
    }

    @Override
    public void failed(TopicPartition id, Exception cause) {
      fail(partition, cause);
    }
  }

  /** Or behind its end. */
  private final class End implements OffsetReceiver {
    private final FetchedPartition partition;

    End(FetchedPartition partition) {
      this.partition = partition;
    }

    @Override
    public void found(TopicPartition id, long end) {
      if (!isGone(partition)) {
        partition.searching = false;
        truncate(partition, Math.min(partition.position, end), -1);
      }
    }

    @Override
    public void failed(TopicPartition id, Exception cause) {
      fail(partition, cause);
    }
  }
}
