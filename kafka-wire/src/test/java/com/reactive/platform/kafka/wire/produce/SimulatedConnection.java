package com.reactive.platform.kafka.wire.produce;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.MessageUtil;

/** A connection, from both sides. */
final class SimulatedConnection {
  private static final ProduceResponseData.LeaderIdAndEpoch NO_LEADER =
      new ProduceResponseData.LeaderIdAndEpoch();

  final int broker;
  final int maxVersion;
  final ArrayDeque<Runnable> requests = new ArrayDeque<>();
  boolean busy;
  boolean lost;
  boolean silent;
  boolean closed;
  long arrivesAt;
  int unanswered;

  SimulatedConnection(int broker, int maxVersion) {
    this.broker = broker;
    this.maxVersion = maxVersion;
  }

  static ByteBuf encode(ProduceResponseData response, short version) {
    if (version < 10) {
      response.nodeEndpoints().clear();
      response
          .responses()
          .forEach(
              topic ->
                  topic.partitionResponses().forEach(part -> part.setCurrentLeader(NO_LEADER)));
    }
    return Unpooled.wrappedBuffer(
        new byte[] {0}, toArray(MessageUtil.toByteBufferAccessor(response, version).buffer()));
  }

  private static byte[] toArray(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
