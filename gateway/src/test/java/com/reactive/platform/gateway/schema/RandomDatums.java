package com.reactive.platform.gateway.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Makes random values of a schema, each valid for its logical type. What the gateway fills is what
 * {@link Envelopes} says.
 */
final class RandomDatums {
  private static final int MAX_DEPTH = 6;
  private static final long DAY_MICROS = 86_400_000_000L;

  private final Random random;
  private final boolean finite;

  /**
   * @param finite whether NaN and infinities are left out
   */
  RandomDatums(Random random, boolean finite) {
    this.random = random;
    this.finite = finite;
  }

  GenericData.Record record(Schema schema) {
    return record(schema, 0);
  }

  static byte[] encode(Schema schema, Object datum) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      new GenericDatumWriter<>(schema).write(datum, encoder);
      encoder.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private GenericData.Record record(Schema schema, int depth) {
    GenericData.Record record = new GenericData.Record(schema);
    for (Schema.Field field : schema.getFields()) {
      boolean usual = field.hasDefaultValue() && random.nextInt(3) == 0;
      Object filledWith = field.getObjectProp("x-reactive");
      if (filledWith != null) {
        boolean id = filledWith.equals("event-id");
        record.put(field.pos(), id ? Envelopes.EVENT_ID : (Object) Envelopes.RECEIVED_MILLIS);
        continue;
      }
      record.put(
          field.pos(),
          usual ? GenericData.get().getDefaultValue(field) : any(field.schema(), depth + 1));
    }
    return record;
  }

  private Object any(Schema schema, int depth) {
    return switch (schema.getType()) {
      case NULL -> null;
      case BOOLEAN -> random.nextBoolean();
      case INT -> anyInt(schema);
      case LONG -> anyLong(schema);
      case FLOAT -> anyFloat();
      case DOUBLE -> anyDouble();
      case STRING -> logical(schema).equals("uuid") ? uuid().toString() : text();
      case ENUM ->
          new GenericData.EnumSymbol(
              schema, schema.getEnumSymbols().get(random.nextInt(schema.getEnumSymbols().size())));
      case BYTES -> ByteBuffer.wrap(bytes(schema));
      case FIXED -> new GenericData.Fixed(schema, fixed(schema));
      case ARRAY -> array(schema, depth);
      case MAP -> map(schema, depth);
      case RECORD -> record(schema, depth);
      case UNION -> any(branch(schema, depth), depth);
    };
  }

  private Schema branch(Schema union, int depth) {
    List<Schema> types = union.getTypes();
    if (depth > MAX_DEPTH) {
      for (Schema type : types) {
        if (type.getType() != Schema.Type.RECORD && type.getType() != Schema.Type.MAP) {
          return type;
        }
      }
    }
    return types.get(random.nextInt(types.size()));
  }

  private Object array(Schema schema, int depth) {
    List<Object> list = new ArrayList<>();
    for (int i = size(depth); i > 0; i--) {
      list.add(any(schema.getElementType(), depth + 1));
    }
    return list;
  }

  private Object map(Schema schema, int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = size(depth); i > 0; i--) {
      map.put(text(), any(schema.getValueType(), depth + 1));
    }
    return map;
  }

  /** Now and then more than fit a one-byte count. */
  private int size(int depth) {
    if (depth > MAX_DEPTH) {
      return 0;
    }
    return depth < 3 && random.nextInt(40) == 0 ? 60 + random.nextInt(20) : random.nextInt(4);
  }

  private int anyInt(Schema schema) {
    if (logical(schema).equals("time-millis")) {
      return random.nextInt((int) (DAY_MICROS / 1_000));
    }
    return random.nextInt() >> random.nextInt(32);
  }

  private long anyLong(Schema schema) {
    if (logical(schema).equals("time-micros")) {
      return Math.floorMod(random.nextLong(), DAY_MICROS);
    }
    return random.nextLong() >> random.nextInt(64);
  }

  private float anyFloat() {
    float value = Float.intBitsToFloat(random.nextInt());
    if (finite) {
      return Float.isFinite(value) ? value : -0.0f;
    }
    // Of the many NaNs, JSON has one.
    return Float.isNaN(value) ? Float.NaN : value;
  }

  private double anyDouble() {
    double value = Double.longBitsToDouble(random.nextLong());
    if (finite) {
      return Double.isFinite(value) ? value : random.nextInt(100);
    }
    double[] others = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0};
    return Double.isNaN(value) || random.nextInt(10) == 0 ? others[random.nextInt(4)] : value;
  }

  private String text() {
    return RandomText.of(random, random.nextInt(12));
  }

  private UUID uuid() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  private byte[] bytes(Schema schema) {
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      return unscaled(decimal.getPrecision()).toByteArray();
    }
    if (logical(schema).equals("big-decimal")) {
      BigDecimal value = new BigDecimal(unscaled(40), random.nextInt(60) - 20);
      return bytesOf(new Conversions.BigDecimalConversion().toBytes(value, schema, null));
    }
    return randomBytes(random.nextInt(20));
  }

  private byte[] fixed(Schema schema) {
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      byte[] value = unscaled(decimal.getPrecision()).toByteArray();
      byte[] wide = new byte[schema.getFixedSize()];
      Arrays.fill(wide, (byte) (value[0] >> 7));
      System.arraycopy(value, 0, wide, wide.length - value.length, value.length);
      return wide;
    }
    return randomBytes(schema.getFixedSize());
  }

  private byte[] randomBytes(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }

  private BigInteger unscaled(int maxDigits) {
    BigInteger value = BigInteger.ZERO;
    for (int i = random.nextInt(maxDigits + 1); i > 0; i--) {
      value = value.multiply(BigInteger.TEN).add(BigInteger.valueOf(random.nextInt(10)));
    }
    return random.nextBoolean() ? value : value.negate();
  }

  static byte[] bytesOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  static String logical(Schema schema) {
    LogicalType type = schema.getLogicalType();
    return type == null ? "" : type.getName();
  }
}
