package com.reactive.platform.reliability.mutate;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.publish.PublishRequestReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Messages of a stream of events: each is refused, or another reader finds the same in it. */
class PublishRequestFuzzTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PADDING = 3;

  @FuzzTest
  void whatIsTakenIsWhatAnotherReaderFinds(byte[] data) throws IOException {
    // Not at the beginning of the array: places are of the array, not of the message.
    byte[] padded = new byte[data.length + 2 * PADDING];
    System.arraycopy(data, 0, padded, PADDING, data.length);
    protobuf(data, padded);
    json(data, padded);
  }

  private static PublishRequestReader read(RpcCodec codec, byte[] padded) {
    try {
      return PublishRequestReader.read(codec, padded, PADDING, padded.length - 2 * PADDING);
    } catch (IOException e) {
      return null;
    }
  }

  /** Null if there is none. */
  private static byte[] event(PublishRequestReader read, byte[] padded) {
    if (read.length() < 0) {
      return null;
    }
    int end = read.offset() + read.length();
    if (read.event() != padded) {
      return Arrays.copyOfRange(read.event(), read.offset(), end);
    }
    if (read.offset() < PADDING || end > padded.length - PADDING) {
      throw new IllegalStateException("the event is not within the message: " + read);
    }
    return Arrays.copyOfRange(padded, read.offset(), end);
  }

  private static void protobuf(byte[] data, byte[] padded) throws IOException {
    PublishRequestReader read = read(RpcCodec.PROTO, padded);
    if (read == null) {
      return;
    }
    UnknownFieldSet fields = UnknownFieldSet.parseFrom(data);
    List<Long> sequences = fields.getField(1).getVarintList();
    long sequence = sequences.isEmpty() ? 0 : sequences.get(sequences.size() - 1);
    List<ByteString> events = fields.getField(2).getLengthDelimitedList();
    byte[] event = events.isEmpty() ? null : ByteString.copyFrom(events).toByteArray();
    if (read.sequence() != sequence || !Arrays.equals(event, event(read, padded))) {
      throw new IllegalStateException("read as " + read + ", but it is " + fields);
    }
  }

  private static void json(byte[] data, byte[] padded) throws IOException {
    PublishRequestReader read = read(RpcCodec.JSON, padded);
    if (read == null) {
      return;
    }
    byte[] event = event(read, padded);
    JsonNode whole;
    try {
      whole = JSON.readTree(data);
    } catch (IOException e) {
      return; // A fault within the event, which the event's own reader finds.
    }
    JsonNode expected = whole.get("event");
    if (event == null ? expected != null : !JSON.readTree(event).equals(expected)) {
      throw new IllegalStateException("read as " + read + ", but it is " + whole);
    }
  }
}
