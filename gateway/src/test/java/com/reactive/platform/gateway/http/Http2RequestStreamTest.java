package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Tracing;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class Http2RequestStreamTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<Http2Stream> written = new ArrayList<>();

  /** Frames behind a reset would be errors of the connection. */
  @Test
  void anOutcomeBehindAResetThatWaitsToBeSentIsNotWritten() throws Exception {
    Http2Stream stream = new DefaultHttp2Connection(true).remote().createStream(1, true);
    Http2RequestStream request = new Http2RequestStream(new Carrier(), loop(), stream);
    Exchange exchange =
        new Exchange(
            request,
            null,
            new Ledger(),
            RequestMetrics.NONE,
            new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/"),
            false);
    request.add(exchange);
    stream.resetSent();

    assertThat(request.respondWithOutcome(exchange)).isFalse();
    request.finish();

    assertThat(written).isEmpty();
  }

  private EventLoopContext loop() {
    return new EventLoopContext(
        channel.eventLoop(),
        new ActiveLoops<>(1, false, 0),
        HttpConfig.from(Settings.ofKeys(Map.of()), 5_000, 0, false),
        new Ledger(),
        null,
        () -> null,
        Tracing.NONE,
        null,
        new BodyMemory(new BodyBudget(1)),
        null);
  }

  private final class Carrier implements Http2RequestStream.Carrier {
    @Override
    public Peer peer() {
      return null;
    }

    @Override
    public OpenHeads openHeads() {
      return null;
    }

    @Override
    public ChannelFuture writeResponse(Http2Stream stream, boolean ends, Exchange exchange) {
      written.add(stream);
      return channel.newSucceededFuture();
    }

    @Override
    public ChannelFuture flushed() {
      return channel.newSucceededFuture();
    }

    @Override
    public void writeContinue(int stream) {}

    @Override
    public void reset(int stream, Http2Error error) {}

    @Override
    public Http2CallTransport.Carrier calls() {
      return null;
    }

    @Override
    public boolean wantsFlush() {
      return true;
    }

    @Override
    public void flushResponses() {}

    @Override
    public void abort(Throwable fault) {}
  }
}
