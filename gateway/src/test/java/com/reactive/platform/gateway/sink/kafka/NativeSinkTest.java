package com.reactive.platform.gateway.sink.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.sink.kafka.KafkaSinkRetryTest.Told;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.kafka.wire.WireClient;
import com.reactive.platform.kafka.wire.WireConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events go through a real batcher into the sink; there is no Kafka. */
@Timeout(300)
class NativeSinkTest {
  private static final KafkaConfig CONFIG =
      new KafkaConfig(
          "127.0.0.1:1", 50, 1, 1_000, 0, Optional.empty(), Map.of(), KafkaConfig.Client.NATIVE);

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final WireClient client =
      WireClient.open(WireConfig.of(CONFIG.nativeProperties(1 << 20)), loop);
  private final StripedBatcher batcher =
      StripedBatcher.onLoops(new BatcherConfig(1, 1 << 16, 256, 1 << 16, 1L << 60));
  private final StripedBatcher.Writer writer =
      batcher.writer(
          0,
          loop,
          new NativeSink(
              client.producer(loop), loop, stream -> "t" + stream, CONFIG, BatchMetrics.NONE));

  @AfterEach
  void close() throws InterruptedException {
    batcher.close(Duration.ofSeconds(5));
    client.close();
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
  }

  @Test
  void anEventThatFindsNoTopicInTimeIsNotWritten() {
    Told told = new Told(false);
    loop.execute(() -> submit(frame(0), told));
    assertThat(told.outcome()).isEqualTo("not written: timed out waiting to be sent");
  }

  @Test
  void anEventThatCannotBeReadTakesNoOtherWithIt() {
    Told waits = new Told(false);
    Told broken = new Told(false);
    Told waitsToo = new Told(false);
    EventBuffer unreadable = frame(1);
    unreadable.array()[unreadable.origin() + 11] = 5; // It says that it has attributes.
    loop.execute(
        () -> {
          submit(frame(0), waits);
          submit(unreadable, broken);
          submit(frame(2), waitsToo);
        });
    assertThat(broken.outcome()).startsWith("not written");
    assertThat(List.of(waits.outcome(), waitsToo.outcome()))
        .allMatch("not written: timed out waiting to be sent"::equals);
  }

  private void submit(EventBuffer frame, Told told) {
    assertThat(writer.submit(frame.array(), frame.origin(), frame.length(), told))
        .isEqualTo(SubmitResult.ACCEPTED);
  }

  private static EventBuffer frame(int stream) {
    EventBuffer frame = new EventBuffer();
    frame.begin();
    EventFrame.begin(
        frame,
        stream,
        "0123456789abcdef0123456789abcdef".getBytes(US_ASCII),
        "event".getBytes(US_ASCII),
        null,
        null,
        List.of());
    frame.write("value".getBytes(US_ASCII));
    EventFrame.end(frame, null, 0);
    return frame;
  }
}
