package com.reactive.platform.http.reference;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * What one would write first: Netty hands each body to a Kafka producer on its event loop, and the
 * producer's callback answers. It expects the answer before the next request of a connection. Its
 * bodies are not looked at, and its event loops wait where the producer does.
 */
public final class ProducerServer {
  private static final String PATH = "/api/counter";
  private static final int MAX_BODY_BYTES = 1 << 20;

  private ProducerServer() {}

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException, InterruptedException {
    ProducerFlags flags = new ProducerFlags();
    Serving serving = Serving.of(args, ProducerFlags.USAGE, flags);
    Map<String, Object> config = flags.config();
    KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config);
    producer.partitionsFor(flags.topic()); // so that the first request does not wait for it
    NettyListener listener =
        new NettyListener(
            serving.port(),
            pipeline ->
                pipeline.addLast(
                    new HttpServerCodec(),
                    new HttpObjectAggregator(MAX_BODY_BYTES),
                    new EventHandler(producer, flags.topic(), flags.async())));
    serving.listening(
        listener.port(),
        () -> sent(producer.metrics()),
        NettyListener.facts(),
        ProducerFlags.inForce(config),
        flags.facts());
  }

  /** Requests and records so far, as the client counts them. */
  static String sent(Map<MetricName, ? extends Metric> metrics) {
    return "requests="
        + count(metrics, "request-total")
        + " records="
        + count(metrics, "record-send-total");
  }

  private static long count(Map<MetricName, ? extends Metric> metrics, String name) {
    return metrics.entrySet().stream()
        .filter(of -> of.getKey().group().equals("producer-metrics"))
        .filter(of -> of.getKey().name().equals(name))
        .mapToLong(of -> ((Number) of.getValue().metricValue()).longValue())
        .sum();
  }

  private static final class EventHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final boolean async;

    EventHandler(KafkaProducer<byte[], byte[]> producer, String topic, boolean async) {
      this.producer = producer;
      this.topic = topic;
      this.async = async;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      if (!request.uri().equals(PATH)) {
        answer(context, HttpResponseStatus.NOT_FOUND, "{}");
      } else if (!request.method().equals(HttpMethod.POST)) {
        answer(context, HttpResponseStatus.METHOD_NOT_ALLOWED, "{}");
      } else {
        send(context, ByteBufUtil.getBytes(request.content()));
      }
    }

    private void send(ChannelHandlerContext context, byte[] body) {
      String eventId = newId();
      String ids = "{\"requestId\":\"" + newId() + "\",\"eventId\":\"" + eventId + "\"";
      ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, body);
      record.headers().add("event-id", eventId.getBytes(StandardCharsets.US_ASCII));
      try {
        producer.send(
            record,
            (stored, failure) -> {
              if (!async) {
                tell(context, ids, stored, failure);
              }
            });
      } catch (RuntimeException e) {
        answer(context, HttpResponseStatus.SERVICE_UNAVAILABLE, ids + "}");
        return;
      }
      if (async) {
        answer(context, HttpResponseStatus.ACCEPTED, ids + "}");
      }
    }

    /** On the producer's thread. */
    private static void tell(
        ChannelHandlerContext context, String ids, RecordMetadata stored, Exception failure) {
      if (failure != null) {
        answer(context, HttpResponseStatus.GATEWAY_TIMEOUT, ids + "}");
        return;
      }
      String where =
          ",\"topic\":\"%s\",\"partition\":%d,\"offset\":%d}"
              .formatted(stored.topic(), stored.partition(), stored.offset());
      answer(context, HttpResponseStatus.CREATED, ids + where);
    }

    private static String newId() {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      HexFormat hex = HexFormat.of();
      return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }

    private static void answer(
        ChannelHandlerContext context, HttpResponseStatus status, String body) {
      FullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(body, StandardCharsets.US_ASCII));
      response
          .headers()
          .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
          .setInt(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
      context.writeAndFlush(response, context.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
