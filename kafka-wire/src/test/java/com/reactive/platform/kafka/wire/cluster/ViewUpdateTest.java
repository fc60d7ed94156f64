package com.reactive.platform.kafka.wire.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.wire.cluster.ClusterView.Partition;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseBroker;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponsePartition;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

class ViewUpdateTest {
  private static final Uuid ID = new Uuid(1, 2);
  private static final Uuid OTHER = new Uuid(3, 4);

  private final ViewUpdate update = new ViewUpdate();

  @Test
  void anAnswerBecomesAView() {
    ClusterView view = update.next(ClusterView.EMPTY, answer(topic(ID, 1, 7)));
    assertThat(view.version()).isEqualTo(1);
    assertThat(view.brokers()).containsExactly(Map.entry(1, new BrokerAddress(1, "one", 9092)));
    assertThat(view.topics().get("t").partitions()).containsExactly(new Partition(1, 7));
    assertThat(view.topics().get("t").id()).isEqualTo(ID);
  }

  @Test
  void theSameAnswerIsTheSameView() {
    ClusterView view = update.next(ClusterView.EMPTY, answer(topic(ID, 1, 7)));
    assertThat(update.next(view, answer(topic(ID, 1, 7)))).isSameAs(view);
  }

  @Test
  void aLeaderOfAnOlderEpochIsNoNews() {
    ClusterView view = update.next(ClusterView.EMPTY, answer(topic(ID, 1, 7)));
    assertThat(update.next(view, answer(topic(ID, 2, 6)))).isSameAs(view);
    assertThat(update.next(view, answer(topic(ID, 2, 8))).topics().get("t").partitions())
        .containsExactly(new Partition(2, 8));
  }

  @Test
  void aBrokerWithoutEpochsIsBelieved() {
    ClusterView view = update.next(ClusterView.EMPTY, answer(topic(ID, 1, 7)));
    assertThat(update.next(view, answer(topic(ID, 2, -1))).topics().get("t").partitions())
        .containsExactly(new Partition(2, -1));
  }

  @Test
  void aTopicMadeAnewBeginsWithItsOwnEpochs() {
    ClusterView view = update.next(ClusterView.EMPTY, answer(topic(ID, 1, 7)));
    view = ViewUpdate.withMaxMessageBytes(view, Map.of("t", 1_000));
    ClusterView anew = update.next(view, answer(topic(OTHER, 2, 0)));
    assertThat(anew.topics().get("t").partitions()).containsExactly(new Partition(2, 0));
    assertThat(anew.topics().get("t").maxMessageBytes()).isZero();
  }

  @Test
  void aTopicThatIsMissingOnceOrTwiceStays() {
    ClusterView view = update.next(ClusterView.EMPTY, answer(topic(ID, 1, 7)));
    MetadataResponseData missing = answer(failed(Errors.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(update.next(view, missing)).isSameAs(view);
    assertThat(update.next(view, missing)).isSameAs(view);
    ClusterView gone = update.next(view, missing);
    assertThat(gone.topics().get("t").error()).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
    assertThat(gone.topics().get("t").partitions()).isEmpty();
  }

  @Test
  void missingInTurnIsWhatCounts() {
    ClusterView view = update.next(ClusterView.EMPTY, answer(topic(ID, 1, 7)));
    MetadataResponseData missing = answer(failed(Errors.LEADER_NOT_AVAILABLE));
    for (int i = 0; i < 5; i++) {
      assertThat(update.next(view, missing)).isSameAs(view);
      assertThat(update.next(view, answer(topic(ID, 1, 7)))).isSameAs(view);
    }
  }

  @Test
  void aRefusalIsBelievedAtOnce() {
    ClusterView view = update.next(ClusterView.EMPTY, answer(topic(ID, 1, 7)));
    ClusterView refused = update.next(view, answer(failed(Errors.TOPIC_AUTHORIZATION_FAILED)));
    assertThat(refused.topics().get("t").error()).isEqualTo(Errors.TOPIC_AUTHORIZATION_FAILED);
  }

  @Test
  void limitsStayWhenLeadersMove() {
    ClusterView view = update.next(ClusterView.EMPTY, answer(topic(ID, 1, 7)));
    view = ViewUpdate.withMaxMessageBytes(view, Map.of("t", 1_000, "other", 5));
    assertThat(view.topics()).containsOnlyKeys("t");
    ClusterView moved = update.next(view, answer(topic(ID, 2, 8)));
    assertThat(moved.topics().get("t").maxMessageBytes()).isEqualTo(1_000);
  }

  @Test
  void partitionsComeInAnyOrderButWhole() {
    MetadataResponseTopic topic = topic(ID, 1, 7);
    topic.partitions().add(0, partition(1, 2, 3));
    assertThat(update.next(ClusterView.EMPTY, answer(topic)).topics().get("t").partitions())
        .containsExactly(new Partition(1, 7), new Partition(2, 3));
    MetadataResponseTopic holes = topic(ID, 1, 7);
    holes.partitions().add(partition(5, 2, 3));
    assertThatThrownBy(() -> update.next(ClusterView.EMPTY, answer(holes)))
        .hasMessageContaining("numbered");
  }

  @Test
  void aViewIsUnsettledWithoutATopicOrALeader() {
    List<String> wanted = List.of("t");
    assertThat(ViewUpdate.isUnsettled(ClusterView.EMPTY, wanted)).isTrue();
    assertThat(ViewUpdate.isUnsettled(ClusterView.EMPTY, List.of())).isFalse();
    ClusterView view = update.next(ClusterView.EMPTY, answer(topic(ID, 1, 7)));
    assertThat(ViewUpdate.isUnsettled(view, wanted)).isFalse();
    assertThat(ViewUpdate.isUnsettled(update.next(view, answer(topic(ID, -1, 8))), wanted))
        .isTrue();
    ClusterView refused = update.next(view, answer(failed(Errors.TOPIC_AUTHORIZATION_FAILED)));
    assertThat(ViewUpdate.isUnsettled(refused, wanted)).isFalse();
  }

  private static MetadataResponseData answer(MetadataResponseTopic topic) {
    MetadataResponseData answer = new MetadataResponseData();
    answer.brokers().add(new MetadataResponseBroker().setNodeId(1).setHost("one").setPort(9092));
    answer.topics().add(topic);
    return answer;
  }

  private static MetadataResponseTopic topic(Uuid id, int leader, int epoch) {
    MetadataResponseTopic topic = new MetadataResponseTopic().setName("t").setTopicId(id);
    topic.partitions().add(partition(0, leader, epoch));
    return topic;
  }

  private static MetadataResponsePartition partition(int index, int leader, int epoch) {
    return new MetadataResponsePartition()
        .setPartitionIndex(index)
        .setLeaderId(leader)
        .setLeaderEpoch(epoch);
  }

  private static MetadataResponseTopic failed(Errors error) {
    return new MetadataResponseTopic().setName("t").setErrorCode(error.code());
  }
}
