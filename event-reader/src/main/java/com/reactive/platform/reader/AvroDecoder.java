package com.reactive.platform.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;

/**
 * Decodes Avro values in one of the gateway's framings, to generic or specific records. The schema
 * that wrote a value is resolved to the reader's by Avro's rules.
 *
 * @param <T> {@link GenericRecord}, or a class that Avro generated
 */
public final class AvroDecoder<T> implements ValueDecoder<T> {
  private static final int SINGLE_OBJECT_BYTES = 2 + Long.BYTES;
  private static final byte SINGLE_OBJECT_0 = (byte) 0xC3;
  private static final byte SINGLE_OBJECT_1 = 1;
  private static final int CONFLUENT_BYTES = 1 + Integer.BYTES;
  private static final byte CONFLUENT_0 = 0;

  /** Finds out which schema wrote a value. */
  private interface Prefix {
    int length();

    DatumReader<?> reader(ByteBuffer value, int offset) throws IOException;
  }

  private final GenericData model;
  private final Schema schema;
  private final Prefix prefix;
  private final boolean reuses;
  private BinaryDecoder decoder;
  private T last;

  private AvroDecoder(GenericData model, Schema schema, Prefix prefix, boolean reuses) {
    this.model = model;
    this.schema = schema;
    this.prefix = prefix;
    this.reuses = reuses;
  }

  /**
   * Values in Avro's single-object encoding, to generic records.
   *
   * @param others schemas besides the reader's that may have written values
   */
  public static AvroDecoder<GenericRecord> singleObject(Schema schema, Schema... others) {
    return singleObject(fast(), schema, List.of(others));
  }

  /** What applications have registered, and Avro's own faster way to read, which is off there. */
  private static GenericData fast() {
    GenericData fast = new GenericData();
    GenericData.get().getConversions().forEach(fast::addLogicalTypeConversion);
    return fast.setFastReaderEnabled(true);
  }

  /**
   * Values in Avro's single-object encoding.
   *
   * @param model {@link org.apache.avro.specific.SpecificData} for generated classes
   * @param others schemas besides the reader's that may have written values
   */
  public static <T> AvroDecoder<T> singleObject(
      GenericData model, Schema schema, List<Schema> others) {
    Map<Long, DatumReader<?>> readers = new HashMap<>();
    for (Schema other : others) {
      readers.put(fingerprint(other), model.createDatumReader(other, schema));
    }
    readers.put(fingerprint(schema), model.createDatumReader(schema, schema));
    return new AvroDecoder<>(model, schema, new SingleObject(readers), false);
  }

  private static long fingerprint(Schema schema) {
    return SchemaNormalization.parsingFingerprint64(schema);
  }

  /**
   * Values in Confluent's format: a zero, then the schema's id.
   *
   * @param schemas by id in the registry, null if there is none; asked once for each that there is.
   *     What it throws, {@link #decode} throws
   */
  public static <T> AvroDecoder<T> confluent(
      GenericData model, Schema schema, IntFunction<Schema> schemas) {
    Map<Integer, DatumReader<?>> readers = new HashMap<>();
    IntFunction<DatumReader<?>> made =
        id -> {
          Schema writer = schemas.apply(id);
          return writer == null ? null : model.createDatumReader(writer, schema);
        };
    return new AvroDecoder<>(
        model,
        schema,
        new Confluent(id -> readers.computeIfAbsent(id, unused -> made.apply(id))),
        false);
  }

  /** Values with nothing before the datum. */
  public static <T> AvroDecoder<T> raw(GenericData model, Schema schema, Schema writer) {
    return new AvroDecoder<>(
        model, schema, new Raw(model.createDatumReader(writer, schema)), false);
  }

  /** The same, but each event is decoded into the object of the one before. */
  public AvroDecoder<T> reusing() {
    return new AvroDecoder<>(model, schema, prefix, true);
  }

  @Override
  public T decode(byte[] bytes, int offset, int length) throws IOException {
    int skipped = prefix.length();
    if (length < skipped) {
      throw new IOException("a value of " + length + " bytes has no schema before it");
    }
    @SuppressWarnings("unchecked") // as the model makes them of this schema
    DatumReader<T> reader = (DatumReader<T>) prefix.reader(ByteBuffer.wrap(bytes), offset);
    decoder =
        DecoderFactory.get().binaryDecoder(bytes, offset + skipped, length - skipped, decoder);
    T event;
    try {
      event = reader.read(last, decoder);
    } catch (RuntimeException e) {
      // Bytes of another schema have Avro's readers throw almost anything.
      throw new IOException("not of the schema " + schema.getFullName() + ": " + e.getMessage(), e);
    }
    if (!decoder.isEnd()) {
      throw new IOException("more bytes than " + schema.getFullName() + " has");
    }
    last = reuses ? event : null;
    return event;
  }

  private record SingleObject(Map<Long, DatumReader<?>> readers) implements Prefix {
    @Override
    public int length() {
      return SINGLE_OBJECT_BYTES;
    }

    @Override
    public DatumReader<?> reader(ByteBuffer value, int offset) throws IOException {
      if (value.get(offset) != SINGLE_OBJECT_0 || value.get(offset + 1) != SINGLE_OBJECT_1) {
        throw new IOException("framing is not single-object");
      }
      long fingerprint = value.order(ByteOrder.LITTLE_ENDIAN).getLong(offset + 2);
      DatumReader<?> reader = readers.get(fingerprint);
      if (reader == null) {
        throw new IOException(
            "written with an unknown schema: its fingerprint is " + Long.toHexString(fingerprint));
      }
      return reader;
    }
  }

  private record Confluent(IntFunction<DatumReader<?>> readers) implements Prefix {
    @Override
    public int length() {
      return CONFLUENT_BYTES;
    }

    @Override
    public DatumReader<?> reader(ByteBuffer value, int offset) throws IOException {
      if (value.get(offset) != CONFLUENT_0) {
        throw new IOException("framing is not confluent");
      }
      int id = value.getInt(offset + 1);
      DatumReader<?> reader = readers.apply(id);
      if (reader == null) {
        throw new IOException("written with an unknown schema: its id is " + id);
      }
      return reader;
    }
  }

  private record Raw(DatumReader<?> reader) implements Prefix {
    @Override
    public int length() {
      return 0;
    }

    @Override
    public DatumReader<?> reader(ByteBuffer value, int offset) {
      return reader;
    }
  }
}
