package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.idempotency.log.RememberingStream;
import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ingest.EventMemory;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.rpc.RpcServer;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.testing.MemorySink;
import com.reactive.platform.gateway.testing.TestStreams;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Streams that come and go while events pass. */
class StreamRegistryTest {
  private static final String PATH = "/api/counter";

  private final StreamRegistry registry =
      new StreamRegistry(
          new MemorySink(),
          profile -> 0,
          1 << 20,
          route -> RequestMetrics.NONE,
          null,
          null,
          streams -> RpcServer.NONE,
          new KeyWindows(1 << 20),
          EventMemory.NONE,
          new EventLookup(0),
          null);

  /** Else a key could be claimed in a window that does not know those of before the start yet. */
  @Test
  void aWindowIsToldOfBeforeARequestCanClaimAKeyInIt() {
    List<String> told = new ArrayList<>();
    registry.replace(
        List.of(TestStreams.counter("first")),
        remembering -> {
          assertThat(registry.current()).isEmpty();
          assertThat(registry.named("counter")).isNull();
          assertThat(registry.routes().find(PATH)).isNull();
          remembering.forEach(stream -> stream.window().beginRebuild());
          told.addAll(topics(remembering));
        });
    StreamRuntime first = registry.named("counter");
    assertThat(registry.routes().find(PATH).stream()).isSameAs(first);
    assertThat(first.window().isRebuilding()).isTrue();
    registry.replace(
        List.of(TestStreams.counter("second")),
        remembering -> {
          assertThat(registry.routes().find(PATH).stream()).isSameAs(first);
          told.addAll(topics(remembering));
        });
    assertThat(told).containsExactly("first", "second");
    assertThat(registry.routes().find(PATH).stream().stream().topic()).isEqualTo("second");
  }

  @Test
  void keysOfBothTopicsOfAStreamAreRemembered() {
    List<String> told = new ArrayList<>();
    registry.replace(
        List.of(TestStreams.counterWithHotTopic("own", "hot")),
        remembering -> told.addAll(topics(remembering)));
    assertThat(told).containsExactly("own", "hot");
    StreamRuntime live = registry.named("counter");
    assertThat(registry.topic(live.index())).isEqualTo("own");
    assertThat(live.hotTopic().topic()).isEqualTo("hot");
  }

  /** Its window would have places in a topic of which nobody knows any more. */
  @Test
  void aStreamKeepsTheTopicOfItsHotKeysUntilARestart() {
    registry.replace(List.of(TestStreams.counter("own")), remembering -> {});
    assertThatThrownBy(
            () ->
                registry.replace(
                    List.of(TestStreams.counterWithHotTopic("own", "hot")), remembering -> {}))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("streams.counter.hot-key.topic: was not set until now; restart");
    assertThat(registry.named("counter").hotTopic()).isNull();
  }

  private static List<String> topics(List<RememberingStream> streams) {
    return streams.stream().map(RememberingStream::topic).toList();
  }
}
