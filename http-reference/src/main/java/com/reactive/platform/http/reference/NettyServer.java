package com.reactive.platform.http.reference;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;

/** Netty with its HTTP codec and one handler: an event loop for each processor, as the gateway. */
public final class NettyServer {
  private NettyServer() {}

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Serving serving = Serving.of(args);
    NettyListener listener =
        new NettyListener(
            serving.port(),
            pipeline -> pipeline.addLast(new HttpServerCodec(), new AnswerHandler()));
    serving.listening(listener.port(), NettyListener.facts());
  }

  private static final class AnswerHandler extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
      if (message instanceof LastHttpContent) {
        FullHttpResponse response =
            new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(ReferenceResponse.STATUS),
                Unpooled.wrappedBuffer(ReferenceResponse.BODY));
        response
            .headers()
            .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
            .setInt(HttpHeaderNames.CONTENT_LENGTH, ReferenceResponse.BODY.length);
        context.write(response, context.voidPromise());
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
