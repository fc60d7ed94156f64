package com.reactive.platform.gateway.framing;

import org.apache.avro.Schema;

/**
 * The announcement of the Avro datum in a record value: a prefix that says which schema wrote it.
 */
@SuppressWarnings("ImmutableEnumChecker") // the formats have no state
public enum Framing {
  /** {@link SingleObjectFraming}. */
  SINGLE_OBJECT(new SingleObjectFraming()),
  /** {@link ConfluentFraming}. */
  CONFLUENT(new ConfluentFraming()),
  /** {@link RawFraming}. */
  RAW(new RawFraming());

  private final FrameFormat format;

  Framing(FrameFormat format) {
    this.format = format;
  }

  /**
   * The framing that a value is in, by its first bytes; {@link #RAW} if it begins like no other.
   */
  public static Framing detect(byte[] value) {
    for (Framing framing : values()) {
      if (framing.format.matches(value)) {
        return framing;
      }
    }
    return RAW;
  }

  /**
   * The bytes before each datum of a stream, the same for all of them: a new array, which may be
   * empty.
   *
   * @param schemaId the schema's id in the registry; only {@link #CONFLUENT} needs it
   * @throws IllegalArgumentException if the framing needs an id and there is none
   */
  public byte[] prefix(Schema schema, int schemaId) {
    return format.prefix(schema, schemaId);
  }

  /** The decoder of values of this framing that were written with this schema. */
  public FrameDecoder decoder(Schema schema) {
    return format.decoder(schema);
  }
}
