package com.reactive.platform.kafka.wire.produce;

import static com.reactive.platform.kafka.wire.produce.RecordEncoder.writeUnsignedVarint;

import com.reactive.platform.kafka.wire.produce.InFlightRequest.Part;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Encodes Produce requests, versions 9 to 13: the length, header version 2, acks=all, the batches.
 * Small batches are copied; large ones become parts of a composite buffer, with a hold of their
 * own.
 */
final class ProduceRequestEncoder {
  static final int MIN_VERSION = 9;

  /** From this version on topics go by id. */
  static final int TOPIC_ID_VERSION = 13;

  /** Upper bounds of what is around the batches. */
  private static final int REQUEST_OVERHEAD = 64;

  private static final int TOPIC_OVERHEAD = 32;
  private static final int PARTITION_OVERHEAD = 16;

  private static final int COPY_LIMIT = 16 << 10;
  private static final short ALL = -1;

  private final ByteBufAllocator allocator;
  private final byte[] clientId;
  private final int ackTimeoutMillis;

  ProduceRequestEncoder(ByteBufAllocator allocator, String clientId, int ackTimeoutMillis) {
    this.allocator = allocator;
    this.clientId = clientId.getBytes(StandardCharsets.UTF_8);
    this.ackTimeoutMillis = ackTimeoutMillis;
  }

  /** Bytes around the batches of a request without any, at most. */
  int overhead() {
    return REQUEST_OVERHEAD + clientId.length;
  }

  /** Bytes that a batch needs in a request, at most. */
  int bytes(TopicInfo topic, RecordBatch batch) {
    return around(topic) + batch.bytes();
  }

  /** Bytes around a batch, at most. */
  static int around(TopicInfo topic) {
    return PARTITION_OVERHEAD + TOPIC_OVERHEAD + topic.nameBytes.length;
  }

  /** The version to use, if the broker takes this one and all below it down to 9. */
  static int version(InFlightRequest request, int max) {
    if (max < TOPIC_ID_VERSION) {
      return max;
    }
    for (Part part : request.parts) {
      if (!part.partition().topic.hasId()) {
        return TOPIC_ID_VERSION - 1;
      }
    }
    return TOPIC_ID_VERSION;
  }

  /**
   * Encodes a request whose parts are grouped by topic.
   *
   * @throws OutOfMemoryError if there is no buffer for it now; nothing is kept then
   */
  ByteBuf encode(InFlightRequest request) {
    Frame frame = new Frame(copiedBytes(request.parts));
    try {
      return encode(request, frame);
    } catch (RuntimeException | OutOfMemoryError e) {
      frame.release();
      throw e;
    }
  }

  private ByteBuf encode(InFlightRequest request, Frame frame) {
    ByteBuf head = frame.tail;
    head.writeInt(0);
    head.writeShort(ApiKeys.PRODUCE.id);
    head.writeShort(request.version);
    head.writeInt(request.correlationId);
    head.writeShort(clientId.length);
    head.writeBytes(clientId);
    writeNoTags(head);
    writeUnsignedVarint(head, 0);
    head.writeShort(ALL);
    head.writeInt(ackTimeoutMillis);
    writeTopics(frame, request);
    writeNoTags(frame.tail);
    return frame.finish();
  }

  private static void writeTopics(Frame frame, InFlightRequest request) {
    List<Part> parts = request.parts;
    writeUnsignedVarint(frame.tail, topics(parts) + 1);
    int i = 0;
    while (i < parts.size()) {
      TopicInfo topic = parts.get(i).partition().topic;
      int end = endOfTopic(parts, i);
      writeTopic(frame.tail, topic, request.version);
      writeUnsignedVarint(frame.tail, end - i + 1);
      for (; i < end; i++) {
        frame.tail.writeInt(parts.get(i).partition().index);
        writeBatch(frame, parts.get(i).batch());
        writeNoTags(frame.tail);
      }
      writeNoTags(frame.tail);
    }
  }

  private static void writeTopic(ByteBuf out, TopicInfo topic, int version) {
    if (version >= TOPIC_ID_VERSION) {
      out.writeLong(topic.id.getMostSignificantBits());
      out.writeLong(topic.id.getLeastSignificantBits());
    } else {
      writeUnsignedVarint(out, topic.nameBytes.length + 1);
      out.writeBytes(topic.nameBytes);
    }
  }

  private static void writeBatch(Frame frame, RecordBatch batch) {
    writeUnsignedVarint(frame.tail, batch.bytes() + 1);
    if (batch.bytes() <= COPY_LIMIT) {
      frame.tail.writeBytes(batch.buffer, 0, batch.bytes());
    } else {
      frame.add(batch.buffer.retainedSlice(0, batch.bytes()));
    }
  }

  private static int topics(List<Part> parts) {
    int topics = 0;
    for (int i = 0; i < parts.size(); i = endOfTopic(parts, i)) {
      topics++;
    }
    return topics;
  }

  private static int endOfTopic(List<Part> parts, int start) {
    TopicInfo topic = parts.get(start).partition().topic;
    int end = start + 1;
    while (end < parts.size() && parts.get(end).partition().topic == topic) {
      end++;
    }
    return end;
  }

  private int copiedBytes(List<Part> parts) {
    int bytes = overhead();
    for (Part part : parts) {
      int size = part.batch().bytes();
      bytes += size <= COPY_LIMIT ? size : 0;
      bytes += around(part.partition().topic);
    }
    return bytes;
  }

  private static void writeNoTags(ByteBuf out) {
    out.writeByte(0);
  }

  /** A buffer to write at, behind others that are complete. */
  private final class Frame {
    private final int tailBytes;
    private CompositeByteBuf whole;
    ByteBuf tail;

    Frame(int copiedBytes) {
      tailBytes = copiedBytes;
      tail = allocator.buffer(copiedBytes);
    }

    void add(ByteBuf complete) {
      if (whole == null) {
        whole = allocator.compositeBuffer(Integer.MAX_VALUE);
      }
      whole.addComponent(true, tail).addComponent(true, complete);
      tail = Unpooled.EMPTY_BUFFER;
      tail = allocator.buffer(Math.min(tailBytes, COPY_LIMIT));
    }

    void release() {
      tail.release();
      if (whole != null) {
        whole.release();
      }
    }

    ByteBuf finish() {
      ByteBuf frame = whole == null ? tail : whole.addComponent(true, tail);
      frame.setInt(0, frame.readableBytes() - Integer.BYTES);
      return frame;
    }
  }
}
