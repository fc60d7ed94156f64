package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.security.ssl.SslFactory;

/** The handlers of a connection: TLS if need be, frames, then its owner. */
final class BrokerPipeline extends ChannelInitializer<Channel> {
  private final ChannelOwner owner;
  private final ConnectionSettings settings;
  private final String host;
  private final int port;

  BrokerPipeline(ChannelOwner owner, ConnectionSettings settings, String host, int port) {
    this.owner = owner;
    this.settings = settings;
    this.host = host;
    this.port = port;
  }

  @Override
  protected void initChannel(Channel channel) {
    ChannelPipeline pipeline = channel.pipeline();
    AnswerFrames frames = new AnswerFrames(settings.maxResponseBytes());
    if (settings.tls().isPresent()) {
      pipeline.addLast(tlsHandler(settings.tls().get()));
    } else {
      channel.config().setRecvByteBufAllocator(frames.reads());
    }
    pipeline.addLast(frames, new Events());
  }

  private SslHandler tlsHandler(SslFactory tls) {
    SslHandler handler = new SslHandler(tls.createSslEngine(host, port), settings.blocking());
    handler.setHandshakeTimeoutMillis(settings.setupTimeoutMillis());
    return handler;
  }

  private final class Events extends SimpleChannelInboundHandler<ByteBuf> {
    private Exception cause;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      owner.active();
      if (settings.tls().isEmpty()) {
        owner.ready(context.channel());
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof SslHandshakeCompletionEvent handshake) {
        if (handshake.isSuccess()) {
          owner.ready(context.channel());
        } else {
          remember(handshake.cause());
        }
      }
      context.fireUserEventTriggered(event);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf response) {
      try {
        owner.received(response);
      } catch (AuthenticationException | ProtocolViolationException e) {
        exceptionCaught(context, e);
      } catch (RuntimeException e) {
        exceptionCaught(
            context, new ProtocolViolationException("cannot read an answer of the broker", e));
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
      remember(thrown);
      context.close();
    }

    /** The first is the reason, the others follow from it. */
    private void remember(Throwable thrown) {
      if (cause == null && !(thrown instanceof ClosedChannelException)) {
        cause = explained(thrown);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      owner.ended(cause);
    }

    private Exception explained(Throwable thrown) {
      Throwable inner =
          thrown instanceof DecoderException && thrown.getCause() != null
              ? thrown.getCause()
              : thrown;
      // Netty's own exceptions mean a close or a timeout; the engine's mean that it does not trust.
      boolean refused =
          inner instanceof SSLException && !inner.getClass().getName().startsWith("io.netty.");
      if (refused && !owner.isUp()) {
        return new SslAuthenticationException(
            "TLS with " + host + ":" + port + " failed: " + inner.getMessage(), inner);
      }
      if (inner instanceof RuntimeException e && !(inner instanceof DecoderException)) {
        return e;
      }
      return new NetworkException(
          "the connection to " + host + ":" + port + " broke: " + inner.getMessage(), inner);
    }
  }
}
