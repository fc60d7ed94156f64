package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.stream.EventMetadata;
import java.io.IOException;

/**
 * Turns protobuf messages into Avro's binary encoding. Each message is gone through once to find
 * its fields, then written in the schema's order, without an object for a field.
 */
final class ProtobufTranscoder extends Transcoder {
  private final ValueWriter root;
  private final WireInput wire = new WireInput();

  ProtobufTranscoder(ValueWriter root) {
    this.root = root;
  }

  @Override
  public void transcode(
      byte[] message, int offset, int length, EventMetadata envelope, AvroOutput out)
      throws InvalidEventException {
    wire.begin(message, offset, length);
    try {
      pass.begin(wire, length, envelope, out);
      root.write(pass);
    } catch (IOException e) {
      throw new AssertionError("reading from memory", e);
    } finally {
      wire.end();
    }
  }
}
