package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.HostNames;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.ingest.AdmissionControl;
import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.limit.LimitsConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Tracing;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A loop without events wakes up four times a second, by one timer. */
class IdleLoopTest {
  private static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  @Test
  void itWakesUpFourTimesASecond() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.freezeTime();
    EventLoopContext loop = loop(channel);
    loop.start();
    channel.advanceTimeBy(100, TimeUnit.MILLISECONDS);
    for (int second = 0; second < 3; second++) {
      assertThat(channel.runScheduledPendingTasks()).isEqualTo(CALM_NANOS);
      channel.advanceTimeBy(CALM_NANOS, TimeUnit.NANOSECONDS);
    }
    loop.release();
    channel.finishAndReleaseAll();
  }

  private static EventLoopContext loop(EmbeddedChannel channel) {
    Settings settings = Settings.ofKeys(Map.of());
    return new EventLoopContext(
        channel.eventLoop(),
        new ActiveLoops<>(1, false, 0),
        HttpConfig.from(settings, 0, 0, false),
        new Ledger(),
        new HttpIngress(new Ingress(new StripedBatcher.Writer[0], 0, Runnable::run), 0),
        () -> new Routes(List.of(), route -> RequestMetrics.NONE),
        Tracing.NONE,
        new RequestAdmission(
            HostNames.ANY,
            new AdmissionControl(Authenticator.NONE, new Limits(LimitsConfig.from(settings)))),
        new BodyMemory(new BodyBudget(0)),
        null);
  }
}
