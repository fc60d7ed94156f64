package com.reactive.platform.gateway.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.sink.LoggedEvent;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TopicTailTest {
  private static final TopicPartition CUT = new TopicPartition("t", 0);
  private static final TopicPartition WHOLE = new TopicPartition("t", 1);

  @Test
  void readsAllOfAPartitionWhoseLogWasCut() {
    OwnRecords own = new OwnRecords("t", id -> false);
    List<String> missed = new ArrayList<>();
    TopicTail tail = new TopicTail("t", 0, own, new Missed(missed), () -> {});
    own.committed("t", 0, 10, 5);
    own.committed("t", 1, 10, 5);
    own.committed("other", 0, 15, 5);
    assertThat(tail.wantsFrom(CUT, 10)).isEqualTo(15);
    tail.truncated(CUT, 15, 8);
    assertThat(missed).containsExactly("0: 8 to 15");
    assertThat(tail.wantsFrom(CUT, 10)).isEqualTo(10);
    assertThat(tail.wantsFrom(WHOLE, 10)).isEqualTo(15);
  }

  private record Missed(List<String> texts) implements EventLog.Visitor {
    @Override
    public void onEvent(LoggedEvent event) {}

    @Override
    public void caughtUp() {}

    @Override
    public void missed(int partition, long from, long to) {
      texts.add(partition + ": " + from + " to " + to);
    }

    @Override
    public void failed(Exception cause) {}
  }
}
