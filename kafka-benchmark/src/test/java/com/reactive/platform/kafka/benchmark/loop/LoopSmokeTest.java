package com.reactive.platform.kafka.benchmark.loop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.stream.BodyFormat;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One invocation of the benchmarks of the event loop, and answers that are wrong. */
class LoopSmokeTest {
  @Test
  void everyRequestIsAnsweredByEveryKindOfLoop() throws Exception {
    for (String features :
        List.of("default", "no-metrics", "api-key", "idempotency-key", "connect")) {
      LoopBenchmark benchmark = new LoopBenchmark();
      benchmark.loops = 2;
      benchmark.features = features;
      benchmark.warmUpRounds = 0;
      benchmark.events = 2_000;
      benchmark.start();
      try {
        benchmark.events();
        benchmark.events();
      } finally {
        benchmark.stop();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theIntakeTakesAllAndItsStripeIsEmptiedInBetween(BodyFormat format) throws Exception {
    IntakeBenchmark benchmark = new IntakeBenchmark();
    benchmark.format = format;
    benchmark.start();
    try {
      for (int i = 0; i < 2; i++) {
        benchmark.empty();
        benchmark.events();
      }
    } finally {
      benchmark.stop();
    }
  }

  @Test
  void anotherAnswerThanTheOneExpectedIsAFault() throws Exception {
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    LoopDriver driver = new LoopDriver(MemoryEvents.requests(""), 201);
    MemoryChannel channel = new MemoryChannel(driver);
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object message) {
                context.writeAndFlush(
                    ((ByteBuf) message)
                        .clear()
                        .writeBytes(
                            "HTTP/1.1 503 Full\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
              }
            });
    try {
      loops.register(channel).await();
      driver.add(channel);
      CountDownLatch latch = new CountDownLatch(1);
      driver.start(3, latch);
      assertThatThrownBy(() -> LoopDriver.await(latch, driver))
          .hasMessage("expected 201, not: HTTP/1.1 503 Full");
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }
}
