package com.reactive.platform.gateway.protobuf;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * How a stream takes protobuf.
 *
 * @param lockFile where the field numbers are kept; null if they come with the gateway
 * @param numbers those in the file; {@link FieldNumbers#NONE} if there is no file: then the stream
 *     takes no protobuf, because the next change of its schema could renumber its fields
 * @param dropUnknown whether fields that the .proto lacks are dropped; else they are refused
 */
public record ProtobufConfig(Path lockFile, FieldNumbers numbers, boolean dropUnknown) {
  /** No numbers, and no file for them. */
  public static final ProtobufConfig NONE = new ProtobufConfig(null, FieldNumbers.NONE, false);

  /** True if the stream takes protobuf. */
  public boolean hasNumbers() {
    return !numbers.equals(FieldNumbers.NONE);
  }

  /** The fault of a file that does not have all numbers: they could be given away twice. */
  public Optional<String> fault(String stream, Schema schema) {
    boolean stale = hasNumbers() && ProtoFileBuilder.of(stream, schema, numbers).provisional();
    return stale
        ? Optional.of(
            "the schema has fields or symbols that its file of protobuf field numbers lacks; run"
                + " ./reactive proto "
                + stream
                + " --update with this configuration, and commit the file")
        : Optional.empty();
  }
}
