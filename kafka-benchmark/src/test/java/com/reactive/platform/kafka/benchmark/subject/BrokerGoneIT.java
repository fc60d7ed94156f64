package com.reactive.platform.kafka.benchmark.subject;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever Kafka does, each send gets an outcome, none that is not true, and closing ends. */
class BrokerGoneIT {
  private static final Map<String, String> SHORT_PATIENCE =
      Map.of("delivery.timeout.ms", "1500", "request.timeout.ms", "700");

  @Test
  @Timeout(300)
  void withoutABrokerNothingIsAckedAndClosingEnds() throws Exception {
    List<Target> open = new ArrayList<>();
    try (BenchKafka kafka = BenchKafka.embedded()) {
      for (String kind : new String[] {"producer", "bulk", "striped", "simple", "collector"}) {
        TargetSpec spec = new TargetSpec(kind, kind, SHORT_PATIENCE);
        open.add(Targets.inProcess().open(spec, kafka));
      }
      for (Target target : open) {
        load(target, 10_000);
      }
      kafka.embeddedKafka().orElseThrow().close();
      List<CompletableFuture<Void>> ends =
          open.stream().map(target -> CompletableFuture.runAsync(() -> end(target))).toList();
      for (CompletableFuture<Void> end : ends) {
        end.get();
      }
    }
  }

  private static void end(Target target) {
    try {
      SmallLoad load = load(target, 80 * target.messagesPerSend());
      assertThat(load.acked()).as(target.name()).isZero();
      target.drain(Duration.ofMillis(500));
      target.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static SmallLoad load(Target target, int messages) throws Exception {
    return new SmallLoad(target, new MessageFormat(1, 100, Payload.RANDOM), messages).run();
  }
}
