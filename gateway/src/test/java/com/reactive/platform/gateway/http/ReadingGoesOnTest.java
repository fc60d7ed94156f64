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
import com.reactive.platform.gateway.rpc.RpcCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcHandler;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcRegistry;
import com.reactive.platform.gateway.rpc.RpcServer;
import com.reactive.platform.gateway.rpc.RpcStatus;
import com.reactive.platform.gateway.rpc.UnaryMethod;
import com.reactive.platform.gateway.rpc.connect.ConnectProtocol;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Tracing;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.flow.FlowControlHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Where reading was stopped, the end of a request may set it going again, and then the next one
 * comes in the midst of that end: what is held is handed on within the call.
 */
class ReadingGoesOnTest {
  private static final int REQUESTS = 50;

  private final Ledger ledger = new Ledger();
  private RpcServer rpc = RpcServer.NONE;

  /** Hands a request on as soon as one is asked for, and stops reading at each. */
  private static final class Held extends ChannelOutboundHandlerAdapter {
    private int left = REQUESTS;

    @Override
    public void read(ChannelHandlerContext context) {
      if (left > 0) {
        left--;
        context.channel().config().setAutoRead(false);
        HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/nowhere");
        head.headers().set("Host", "h");
        context.fireChannelRead(head);
        context.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
      }
    }
  }

  @Test
  void theNextRequestMayBeginInTheEndOfTheOneBefore() {
    Connection connection = new Connection(loop());
    EmbeddedChannel channel = new EmbeddedChannel(new Held(), connection);
    channel.read();
    channel.pipeline().fireChannelReadComplete();

    StringBuilder answers = new StringBuilder();
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      answers.append(out.toString(StandardCharsets.US_ASCII));
      out.release();
    }
    assertThat(answers.toString().split("HTTP/1.1 404 Not Found", -1)).hasSize(REQUESTS + 1);
    assertThat(ledger.snapshot(0).received()).isEqualTo(REQUESTS);
    assertThat(ledger.snapshot(0).inFlight()).isZero();
    assertThat(ledger.snapshot(0).balanced()).isTrue();
    channel.finishAndReleaseAll();
  }

  /** Most clients wait for a response: to stop reading and go on would be for nothing. */
  @Test
  void readingGoesOnBehindACallUntilSomethingComes() {
    List<RpcCall> calls = new ArrayList<>();
    RpcMethod waiting =
        new UnaryMethod(
            "/test/Wait",
            call -> {
              calls.add(call);
              return new Waiting();
            });
    rpc = new RpcServer(new RpcRegistry(List.of(waiting)), List.of(new ConnectProtocol()));
    EmbeddedChannel channel = new EmbeddedChannel(new FlowControlHandler(), new Connection(loop()));
    write(channel);
    assertThat(calls).hasSize(1);
    assertThat(channel.config().isAutoRead()).isTrue();
    write(channel);
    write(channel);
    assertThat(calls).hasSize(1);
    assertThat(channel.config().isAutoRead()).isFalse();
    for (int ended = 0; ended < 3; ended++) {
      assertThat(calls).hasSize(ended + 1);
      calls.get(ended).close(RpcStatus.of(RpcCode.ABORTED, ""), RpcMetadata.NONE);
      channel.runPendingTasks();
    }
    assertThat(channel.config().isAutoRead()).isTrue();
    channel.finishAndReleaseAll();
  }

  private static void write(EmbeddedChannel channel) {
    HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/test/Wait");
    head.headers().set("Host", "h").set("Content-Type", "application/proto");
    head.headers().set("Content-Length", 0);
    channel.writeInbound(head, LastHttpContent.EMPTY_LAST_CONTENT);
  }

  /** Never ends a call by itself. */
  private static final class Waiting implements RpcHandler {
    @Override
    public void onMessage(byte[] message, int offset, int length) {}

    @Override
    public void onHalfClose() {}

    @Override
    public void onCancel() {}
  }

  private EventLoopContext loop() {
    Settings settings = Settings.ofKeys(Map.of());
    return new EventLoopContext(
        new EmbeddedChannel().eventLoop(),
        new ActiveLoops<>(1, false, 0),
        HttpConfig.from(settings, 0, 0, false),
        ledger,
        new HttpIngress(new Ingress(new StripedBatcher.Writer[0], 0, Runnable::run), 0),
        () -> new Routes(List.of(), route -> RequestMetrics.NONE, null, rpc),
        Tracing.NONE,
        new RequestAdmission(
            HostNames.ANY,
            new AdmissionControl(Authenticator.NONE, new Limits(LimitsConfig.from(settings)))),
        new BodyMemory(new BodyBudget(0)),
        null);
  }
}
