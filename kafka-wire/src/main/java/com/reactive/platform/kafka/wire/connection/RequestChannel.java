package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * Requests and their answers on one connection. A broker answers in the order of the requests, so
 * an answer belongs to the oldest request, and its correlation id must say the same. Belongs to the
 * channel's event loop.
 */
final class RequestChannel {
  /**
   * Takes an answer: all of it, its header first. Must not keep the buffer without retaining it.
   */
  interface Answer {
    void arrived(int correlationId, ByteBuf response);
  }

  private final Channel channel;
  private final String clientId;
  private final ArrayDeque<Expected> unanswered = new ArrayDeque<>();
  private int nextCorrelationId = Integer.MIN_VALUE;

  RequestChannel(Channel channel, String clientId) {
    this.channel = channel;
    this.clientId = clientId;
  }

  /** Sends what is complete already. Takes the buffer over. */
  void send(int correlationId, ByteBuf request, Answer answer) {
    unanswered.addLast(new Expected(correlationId, answer));
    channel.writeAndFlush(request, channel.voidPromise());
  }

  /**
   * Sends a generated message.
   *
   * @param response an empty one, which is read and then handed on
   */
  <T extends ApiMessage> void request(
      ApiMessage request, short version, T response, Consumer<T> then) {
    exchange(
        request,
        version,
        body -> {
          response.read(body, version);
          then.accept(response);
        });
  }

  /** Sends a generated message and hands on the body of the answer. */
  void exchange(ApiMessage request, short version, Consumer<ByteBufAccessor> then) {
    // Ids of our own are negative: nobody takes them for a produce request in a trace.
    int id = nextCorrelationId;
    nextCorrelationId = id == -1 ? Integer.MIN_VALUE : id + 1;
    short header = ApiKeys.forId(request.apiKey()).responseHeaderVersion(version);
    send(
        id,
        RequestEncoder.encode(channel.alloc(), request, version, id, clientId),
        (correlationId, response) -> {
          ByteBufAccessor accessor = new ByteBufAccessor(response);
          new ResponseHeaderData(accessor, header);
          then.accept(accessor);
        });
  }

  /**
   * An answer arrived: all of it but its length.
   *
   * @throws ProtocolViolationException if it answers no request, or another than the oldest
   */
  void received(ByteBuf response) {
    if (response.readableBytes() < Integer.BYTES) {
      throw new ProtocolViolationException(
          "an answer of " + response.readableBytes() + " bytes has no correlation id");
    }
    int correlationId = response.getInt(response.readerIndex());
    Expected expected = unanswered.peekFirst();
    if (expected == null || expected.correlationId() != correlationId) {
      throw new ProtocolViolationException(
          "an answer with correlation id "
              + correlationId
              + (expected == null
                  ? ", to no request"
                  : " where " + expected.correlationId() + " was next"));
    }
    unanswered.removeFirst();
    expected.answer().arrived(correlationId, response);
  }

  int unanswered() {
    return unanswered.size();
  }

  private record Expected(int correlationId, Answer answer) {}
}
