package com.reactive.platform.kafka.wire.fetch;

import static com.reactive.platform.kafka.wire.fetch.ScriptedFetch.ID;
import static com.reactive.platform.kafka.wire.fetch.ScriptedFetch.P0;
import static com.reactive.platform.kafka.wire.fetch.ScriptedFetch.P1;
import static com.reactive.platform.kafka.wire.fetch.ScriptedFetch.TOPIC;
import static com.reactive.platform.kafka.wire.fetch.ScriptedFetch.error;
import static com.reactive.platform.kafka.wire.fetch.ScriptedFetch.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.reactive.platform.kafka.wire.fetch.ScriptedFetch.Sent;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.EpochEndOffset;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.junit.jupiter.api.Test;

/** The fetch core against brokers that answer as it is written here. */
class FetchCoreTest {
  private static final int NEWEST = 17;
  private ScriptedFetch fetch = new ScriptedFetch(FetchOptions.COMMITTED);

  @Test
  void asksEachBrokerForAllThatItLeads() {
    fetch.core.fetch(P0, 5, Long.MAX_VALUE);
    fetch.core.fetch(P1, 7, Long.MAX_VALUE);
    fetch.pass(0);
    assertThat(fetch.refreshed).contains(TOPIC);
    fetch.leaders(ID, 3, 1, 1);
    assertThat(fetch.connecting).contains(1);
    fetch.connected(1, NEWEST);
    Sent request = fetch.next(1);
    assertThat(request.version()).isEqualTo((short) NEWEST);
    assertThat(request.fetch().isolationLevel()).isEqualTo((byte) 1);
    assertThat(request.fetch().maxWaitMs()).isEqualTo(500);
    assertThat(request.fetch().topics()).hasSize(1);
    assertThat(request.fetch().topics().get(0).topicId()).isEqualTo(ID);
    assertThat(request.fetch().topics().get(0).partitions())
        .extracting(FetchPartition::fetchOffset, FetchPartition::currentLeaderEpoch)
        .containsExactly(tuple(5L, 3), tuple(7L, 3));
    assertThat(fetch.next(1)).as("one at a time").isNull();
  }

  @Test
  void asksTogetherForWhatIsAddedTogether() {
    ready();
    fetch.core.fetch(P0, 5, Long.MAX_VALUE);
    fetch.core.fetch(P1, 7, Long.MAX_VALUE);
    assertThat(fetch.connecting).isEmpty();
    fetch.pass(0);
    fetch.connected(1, NEWEST);
    assertThat(partitionsAsked()).containsExactly(0, 1);
    fetch.answerRecords(1, records(0, 5, 3, "a"), records(1, 7, 3, "b"));
    fetch.next(1);
    fetch.core.stop(P0);
    fetch.core.stop(P1);
    fetch.answerRecords(1, records(0, 6, 3), records(1, 8, 3));
    fetch.core.fetch(P0, 9, Long.MAX_VALUE);
    fetch.core.fetch(P1, 9, Long.MAX_VALUE);
    assertThat(fetch.next(1)).isNull();
    fetch.pass(0);
    assertThat(partitionsAsked()).containsExactly(0, 1);
  }

  @Test
  void goesOnBehindWhatItGotAndLetsOthersGoFirst() {
    reading(P0, 5, P1, 7);
    fetch.next(1);
    // Sent before the answer is decoded.
    List<Sent> whenSeen = new ArrayList<>();
    fetch.onRecord = offset -> whenSeen.add(fetch.next(1));
    fetch.answerRecords(1, records(0, 4, 3, "a", "b", "c"), records(1, 7, 3));
    assertThat(fetch.heard).containsExactly("0/5=b", "0/6=c", "0>7 of 90", "1>7 of 90");
    assertThat(whenSeen.get(0).fetch().topics().get(0).partitions())
        .extracting(
            FetchPartition::partition,
            FetchPartition::fetchOffset,
            FetchPartition::lastFetchedEpoch)
        .containsExactly(tuple(1, 7L, -1), tuple(0, 7L, 3));
  }

  @Test
  void endsWhereItIsTold() {
    fetch.core.fetch(P1, 9, 9);
    reading(P0, 5, 7);
    fetch.next(1);
    fetch.answerRecords(1, records(0, 5, 3, "a", "b", "c"));
    fetch.pass(0);
    assertThat(fetch.heard)
        .containsExactlyInAnyOrder("1 completed", "0/5=a", "0/6=b", "0>7 of 90", "0 completed");
    fetch.pass(10_000);
    assertThat(fetch.next(1)).isNull();
  }

  @Test
  void namesTopicsToOldBrokers() {
    fetch.core.fetch(P0, 5, 9);
    fetch.leaders(Uuid.ZERO_UUID, 3, 1);
    fetch.connected(1, NEWEST);
    Sent request = fetch.next(1);
    assertThat(request.version()).isEqualTo((short) 12);
    assertThat(request.fetch().topics().get(0).topic()).isEqualTo(TOPIC);
    fetch.answerRecords(1, records(0, 5, 3, "a"));
    assertThat(fetch.heard).contains("0/5=a");
  }

  @Test
  void aBrokerThatIsTooOldIsNotReadFrom() {
    fetch.core.fetch(P0, 5, 9);
    fetch.leaders(ID, 3, 1);
    fetch.connected(1, 11);
    fetch.pass(100);
    assertThat(fetch.heard).containsExactly("0 failed: UnsupportedVersionException");
  }

  @Test
  void followsTheLeader() {
    reading(P0, 5, Long.MAX_VALUE);
    fetch.next(1);
    fetch.refreshed.clear();
    fetch.answerRecords(1, error(0, Errors.NOT_LEADER_OR_FOLLOWER));
    assertThat(fetch.refreshed).containsExactly(TOPIC);
    assertThat(fetch.next(1)).as("a pause first").isNull();
    fetch.leaders(ID, 4, 2);
    fetch.pass(20);
    assertThat(fetch.connecting).contains(2);
    fetch.connected(2, NEWEST);
    FetchPartition asked = fetch.next(2).fetch().topics().get(0).partitions().get(0);
    assertThat(asked.fetchOffset()).isEqualTo(5);
    assertThat(asked.currentLeaderEpoch()).isEqualTo(4);
    assertThat(fetch.next(1)).isNull();
    assertThat(fetch.heard).isEmpty();
  }

  @Test
  void asksAgainWhenTheConnectionIsLost() {
    reading(P0, 5, Long.MAX_VALUE);
    fetch.next(1);
    fetch.connecting.clear();
    fetch.disconnected(1);
    fetch.pass(20);
    assertThat(fetch.connecting).contains(1);
    fetch.connected(1, NEWEST);
    assertThat(fetch.next(1).fetch().topics()).hasSize(1);
  }

  @Test
  void leavesABrokerThatIsSilent() {
    reading(P0, 5, Long.MAX_VALUE);
    fetch.pass(1_400);
    assertThat(fetch.disconnecting).isEmpty();
    fetch.pass(200);
    assertThat(fetch.disconnecting).contains(1);
  }

  @Test
  void noticesThatItWasTooSlow() {
    reading(P0, 5, Long.MAX_VALUE);
    fetch.next(1);
    fetch.answerRecords(1, error(0, Errors.OFFSET_OUT_OF_RANGE));
    assertThat(timestamp(fetch.next(1))).isEqualTo(ListOffsetsRequest.EARLIEST_TIMESTAMP);
    fetch.answerOffset(1, P0, 20, Errors.NONE);
    assertThat(fetch.heard).containsExactly("0 skipped 5-20");
    assertThat(fetch.next(1).fetch().topics().get(0).partitions().get(0).fetchOffset())
        .isEqualTo(20);
  }

  @Test
  void noticesThatTheLogIsShorter() {
    reading(P0, 50, Long.MAX_VALUE);
    fetch.next(1);
    fetch.answerRecords(1, error(0, Errors.OFFSET_OUT_OF_RANGE));
    fetch.next(1);
    fetch.answerOffset(1, P0, 20, Errors.NONE);
    assertThat(timestamp(fetch.next(1))).isEqualTo(ListOffsetsRequest.LATEST_TIMESTAMP);
    fetch.answerOffset(1, P0, 40, Errors.NONE);
    assertThat(fetch.heard).containsExactly("0 truncated 50-40");
    assertThat(fetch.next(1).fetch().topics().get(0).partitions().get(0).fetchOffset())
        .isEqualTo(40);
  }

  @Test
  void noticesThatTheNewLeaderHasAnotherLog() {
    reading(P0, 5, Long.MAX_VALUE);
    fetch.next(1);
    fetch.answerRecords(1, records(0, 5, 3, "a", "b"));
    fetch.next(1);
    fetch.answerRecords(
        1, records(0, 0, 0).setDivergingEpoch(new EpochEndOffset().setEpoch(2).setEndOffset(6)));
    assertThat(fetch.heard).endsWith("0 truncated 7-6");
    FetchPartition asked = fetch.next(1).fetch().topics().get(0).partitions().get(0);
    assertThat(asked.fetchOffset()).isEqualTo(6);
    assertThat(asked.lastFetchedEpoch()).isEqualTo(2);
  }

  @Test
  void aTopicThatWasMadeAnewIsReadFromItsStart() {
    reading(P0, 5, Long.MAX_VALUE);
    fetch.leaders(new Uuid(3, 4), 0, 1);
    assertThat(fetch.heard).containsExactly("0 truncated 5-0");
  }

  @Test
  void whatCannotBeReadIsToldAndLeft() {
    reading(P0, 5, P1, 5);
    fetch.next(1);
    fetch.onRecord =
        offset -> {
          throw new IllegalStateException("the listener's own");
        };
    fetch.answerRecords(1, records(0, 5, 3, "a"), error(1, Errors.TOPIC_AUTHORIZATION_FAILED));
    assertThat(fetch.heard)
        .containsExactly(
            "1 failed: TopicAuthorizationException", "0/5=a", "0 failed: IllegalStateException");
    fetch.next(1);
    fetch.answerRecords(1, records(0, 6, 3, "b"));
    assertThat(fetch.heard).as("nothing more").hasSize(3);
  }

  @Test
  void stopsWithinAnAnswer() {
    reading(P0, 5, P1, 5);
    fetch.next(1);
    fetch.onRecord = offset -> fetch.core.stop(P0);
    fetch.answerRecords(1, records(0, 5, 3, "a", "b"), records(1, 5, 3, "c"));
    assertThat(fetch.heard).containsExactly("0/5=a", "1/5=c", "1>6 of 90");
  }

  @Test
  void asksForNothingWhilePaused() {
    reading(P0, 5, Long.MAX_VALUE);
    fetch.next(1);
    fetch.core.pause();
    fetch.answerRecords(1, records(0, 5, 3, "a"));
    fetch.pass(5_000);
    assertThat(fetch.next(1)).isNull();
    fetch.core.resume();
    assertThat(fetch.next(1)).isNotNull();
  }

  @Test
  void passesOverWhatIsNotWanted() {
    reading(P0, 5, P1, 7);
    fetch.next(1);
    fetch.wantedFrom = 20;
    fetch.answerRecords(1, records(0, 5, 3, "a"), records(1, 7, 3, "b"));
    assertThat(fetch.heard).containsExactly("0/5=a", "0>6 of 90", "1/7=b", "1>8 of 90");
    assertThat(fetch.next(1).fetch().topics().get(0).partitions())
        .extracting(
            FetchPartition::partition,
            FetchPartition::fetchOffset,
            FetchPartition::lastFetchedEpoch)
        .containsExactly(tuple(0, 20L, -1), tuple(1, 8L, 3));
    fetch.wantedFrom = 0;
    fetch.answerRecords(1, records(0, 20, 3, "c"), records(1, 8, 3));
    assertThat(fetch.heard).endsWith("0/20=c", "0>21 of 90", "1>8 of 90");
  }

  @Test
  void passesOverNothingOfWhatHasAnEnd() {
    fetch.wantedFrom = 20;
    reading(P0, 5, 30);
    assertThat(fetch.next(1).fetch().topics().get(0).partitions().get(0).fetchOffset())
        .isEqualTo(5);
  }

  @Test
  void pausesOnceAllPartitionsOfABrokerAreAtTheirEnds() {
    fetch = new ScriptedFetch(FetchOptions.COMMITTED.withPauseAtEnd(50));
    reading(P0, 5, P1, 88);
    fetch.next(1);
    fetch.answerRecords(1, records(0, 5, 3, "a"), records(1, 88, 3, "b", "c"));
    assertThat(partitionsAsked()).as("one is not at its end").containsExactlyInAnyOrder(0, 1);
    fetch.pass(30);
    fetch.answerRecords(1, records(0, 89, 3, "d"), records(1, 90, 3));
    assertThat(fetch.next(1)).isNull();
    fetch.pass(49);
    assertThat(fetch.next(1)).isNull();
    fetch.pass(1);
    assertThat(partitionsAsked()).containsExactlyInAnyOrder(0, 1);
  }

  /** Else a broker that waits for news of one would tell none of the other. */
  @Test
  void whoPausesIsAskedForWithTheOthers() {
    fetch = new ScriptedFetch(FetchOptions.COMMITTED.withPauseAtEnd(50));
    reading(P0, 89, Long.MAX_VALUE);
    fetch.core.fetch(P1, 5, Long.MAX_VALUE);
    assertThat(partitionsAsked()).containsExactly(0);
    fetch.answerRecords(1, records(0, 89, 3, "a"));
    assertThat(partitionsAsked()).containsExactlyInAnyOrder(0, 1);
  }

  private List<Integer> partitionsAsked() {
    return fetch.next(1).fetch().topics().get(0).partitions().stream()
        .map(FetchPartition::partition)
        .toList();
  }

  @Test
  void anErrorOfAllIsTriedAgain() {
    reading(P0, 5, Long.MAX_VALUE);
    fetch.next(1);
    fetch.answer(1, new FetchResponseData().setErrorCode(Errors.UNKNOWN_SERVER_ERROR.code()));
    fetch.pass(20);
    assertThat(fetch.next(1)).isNotNull();
    assertThat(fetch.heard).isEmpty();
  }

  @Test
  void looksUpOffsetsUntilThereIsAnAnswer() {
    List<String> found = new ArrayList<>();
    OffsetReceiver receiver = receiver(found);
    fetch.core.offset(P0, 1234, receiver);
    fetch.core.offset(P0, ListOffsetsRequest.LATEST_TIMESTAMP, receiver);
    fetch.leaders(ID, 3, 1, 1);
    fetch.connected(1, NEWEST);
    assertThat(timestamp(fetch.next(1))).isEqualTo(1234);
    fetch.answerOffset(1, P0, -1, Errors.LEADER_NOT_AVAILABLE);
    // The other question for the same partition goes first now.
    assertThat(timestamp(fetch.next(1))).isEqualTo(ListOffsetsRequest.LATEST_TIMESTAMP);
    fetch.answerOffset(1, P0, 40, Errors.NONE);
    fetch.pass(20);
    assertThat(timestamp(fetch.next(1))).isEqualTo(1234);
    fetch.answerOffset(1, P0, 30, Errors.NONE);
    assertThat(found).containsExactly("0:40", "0:30");
    fetch.core.offset(P1, 1234, receiver);
    fetch.core.close();
    fetch.disconnected(1);
    assertThat(found).endsWith("1 failed: IllegalStateException");
  }

  private static OffsetReceiver receiver(List<String> found) {
    return new OffsetReceiver() {
      @Override
      public void found(TopicPartition partition, long offset) {
        found.add(partition.partition() + ":" + offset);
      }

      @Override
      public void failed(TopicPartition partition, Exception cause) {
        found.add(partition.partition() + " failed: " + cause.getClass().getSimpleName());
      }
    };
  }

  private static long timestamp(Sent request) {
    return request.offsets().topics().get(0).partitions().get(0).timestamp();
  }

  private void reading(TopicPartition partition, long from, long to) {
    fetch.core.fetch(partition, from, to);
    ready();
  }

  private void reading(TopicPartition one, long from, TopicPartition other, long otherFrom) {
    fetch.core.fetch(one, from, Long.MAX_VALUE);
    fetch.core.fetch(other, otherFrom, Long.MAX_VALUE);
    ready();
  }

  private void ready() {
    fetch.leaders(ID, 3, 1, 1);
    fetch.connected(1, NEWEST);
  }
}
