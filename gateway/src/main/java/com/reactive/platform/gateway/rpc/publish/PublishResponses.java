package com.reactive.platform.gateway.rpc.publish;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.google.protobuf.CodedOutputStream;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Encodes {@code PublishResponse} and {@code PublishResult}, by the field numbers of the .proto.
 */
final class PublishResponses {
  private static final int LENGTH_DELIMITED = 2;
  private static final int VARINT = 0;

  private PublishResponses() {}

  /** The response to an accepted event; partition and offset are there if Kafka has it. */
  static byte[] of(PublishedEvent event, RpcCodec codec) {
    if (codec == RpcCodec.JSON) {
      return json(event).getBytes(StandardCharsets.UTF_8);
    }
    byte[] bytes = new byte[length(event)];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      write(event, out);
    } catch (IOException e) {
      throw new UncheckedIOException("the length is known", e);
    }
    return bytes;
  }

  private static boolean isAcked(PublishedEvent event) {
    return !event.isAsync() && event.outcome() == Outcome.ACKED;
  }

  private static int length(PublishedEvent event) {
    int length =
        CodedOutputStream.computeByteArraySize(1, event.requestId())
            + CodedOutputStream.computeByteArraySize(2, event.eventId());
    byte[] topic = event.topicAscii();
    length += topic == null ? 0 : CodedOutputStream.computeByteArraySize(3, topic);
    if (isAcked(event)) {
      length +=
          CodedOutputStream.computeInt32Size(4, event.partition())
              + CodedOutputStream.computeInt64Size(5, event.offset());
    }
    return event.isReplayed() ? length + CodedOutputStream.computeBoolSize(6, true) : length;
  }

  private static void write(PublishedEvent event, CodedOutputStream out) throws IOException {
    out.writeByteArray(1, event.requestId());
    out.writeByteArray(2, event.eventId());
    byte[] topic = event.topicAscii();
    if (topic != null) {
      out.writeByteArray(3, topic);
    }
    if (isAcked(event)) {
      out.writeInt32(4, event.partition());
      out.writeInt64(5, event.offset());
    }
    if (event.isReplayed()) {
      out.writeBool(6, true);
    }
  }

  private static String json(PublishedEvent event) {
    StringBuilder json = new StringBuilder(192);
    json.append("{\"requestId\":\"").append(ascii(event.requestId()));
    json.append("\",\"eventId\":\"").append(ascii(event.eventId())).append('"');
    byte[] topic = event.topicAscii();
    if (topic != null) {
      json.append(",\"topic\":\"").append(ascii(topic)).append('"');
    }
    if (isAcked(event)) {
      json.append(",\"partition\":").append(event.partition());
      json.append(",\"offset\":\"").append(event.offset()).append('"');
    }
    if (event.isReplayed()) {
      json.append(",\"replayed\":true");
    }
    return json.append('}').toString();
  }

  /** None of them needs escaping in JSON. */
  private static String ascii(byte[] text) {
    return new String(text, StandardCharsets.US_ASCII);
  }

  /** The result of an accepted event of a stream. */
  static byte[] result(PublishedEvent event, RpcCodec codec) {
    if (codec == RpcCodec.JSON) {
      return json(event.sequence, "response", json(event));
    }
    int length = length(event);
    byte[] bytes =
        new byte
            [sequenceLength(event.sequence)
                + CodedOutputStream.computeTagSize(2)
                + CodedOutputStream.computeUInt32SizeNoTag(length)
                + length];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      writeSequence(event.sequence, out);
      out.writeTag(2, LENGTH_DELIMITED);
      out.writeUInt32NoTag(length);
      write(event, out);
    } catch (IOException e) {
      throw new UncheckedIOException("the length is known", e);
    }
    return bytes;
  }

  /** The result of an event that is not accepted, or not known to be. */
  static byte[] result(long sequence, RpcStatus status, RpcCodec codec) {
    byte[] encoded = status.toProtobuf();
    if (codec == RpcCodec.JSON) {
      return json(sequence, "status", json(status));
    }
    byte[] bytes =
        new byte[sequenceLength(sequence) + CodedOutputStream.computeByteArraySize(3, encoded)];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      writeSequence(sequence, out);
      out.writeByteArray(3, encoded);
    } catch (IOException e) {
      throw new UncheckedIOException("the length is known", e);
    }
    return bytes;
  }

  private static int sequenceLength(long sequence) {
    return sequence == 0 ? 0 : CodedOutputStream.computeUInt64Size(1, sequence);
  }

  private static void writeSequence(long sequence, CodedOutputStream out) throws IOException {
    if (sequence != 0) {
      out.writeTag(1, VARINT);
      out.writeUInt64NoTag(sequence);
    }
  }

  private static byte[] json(long sequence, String name, String value) {
    String json =
        "{\"sequence\":\"" + Long.toUnsignedString(sequence) + "\",\"" + name + "\":" + value + "}";
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** The details as Connect has them, since their types need not be known then. */
  private static String json(RpcStatus status) {
    StringBuilder json = new StringBuilder(256);
    json.append("{\"code\":").append(status.code().number());
    json.append(",\"message\":\"");
    JsonStringEncoder.getInstance().quoteAsString(status.message(), json);
    json.append("\",\"details\":[");
    String separator = "";
    for (RpcStatus.Detail detail : status.details()) {
      json.append(separator).append("{\"type\":\"").append(detail.type()).append("\",\"value\":\"");
      json.append(
          Base64.getEncoder().withoutPadding().encodeToString(detail.value().toByteArray()));
      json.append("\"}");
      separator = ",";
    }
    return json.append("]}").toString();
  }
}
