package com.reactive.platform.gateway.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Makes records of random fields. In their unions it is plain which branch a plain value is of. The
 * names of fields that the gateway fills begin with {@link #FILLED}.
 */
final class RandomSchemas {
  static final String FILLED = "gateway";
  private static final int MAX_DEPTH = 4;

  private final Random random;
  private final boolean filled;
  private final List<Schema> records = new ArrayList<>();
  private int names;

  /**
   * @param filled whether records have fields that the gateway fills
   */
  RandomSchemas(Random random, boolean filled) {
    this.random = random;
    this.filled = filled;
  }

  Schema next() {
    records.clear();
    names = 0;
    return record(0);
  }

  private String name(String kind) {
    return kind + names++;
  }

  private Schema record(int depth) {
    String space = random.nextBoolean() ? "com.example" : "com.other";
    Schema record = Schema.createRecord(name("Record"), null, space, false);
    records.add(record);
    List<Schema.Field> fields = new ArrayList<>();
    for (int i = random.nextInt(7); i >= 0; i--) {
      if (filled && random.nextInt(4) == 0) {
        fields.add(filled());
      }
      Schema type = any(depth + 1);
      fields.add(new Schema.Field(name("field"), type, null, defaultOf(type)));
    }
    record.setFields(fields);
    return record;
  }

  private Schema.Field filled() {
    boolean id = random.nextBoolean();
    Schema type = Schema.create(id ? Schema.Type.STRING : Schema.Type.LONG);
    Schema.Field field = new Schema.Field(name(FILLED), type, null, null);
    field.addProp("x-reactive", id ? "event-id" : "received-at");
    return field;
  }

  private Object defaultOf(Schema schema) {
    if (random.nextInt(3) > 0) {
      return null;
    }
    return switch (schema.getType()) {
      case NULL -> JsonProperties.NULL_VALUE;
      case BOOLEAN -> random.nextBoolean();
      case INT -> 77;
      case LONG -> 7_777_777_777L;
      case FLOAT -> 0.5f;
      case DOUBLE -> -1e100;
      case STRING -> "01234567-89ab-cdef-0123-456789abcdef";
      case ENUM -> schema.getEnumSymbols().get(0);
      case ARRAY -> List.of();
      case MAP -> Collections.emptyMap();
      case UNION -> defaultOf(schema.getTypes().get(0));
      default -> null;
    };
  }

  private Schema any(int depth) {
    int kind = random.nextInt(depth < MAX_DEPTH ? 14 : 9);
    return switch (kind) {
      case 9 -> Schema.createArray(any(depth + 1));
      case 10 -> Schema.createMap(any(depth + 1));
      case 11 -> record(depth);
      case 12, 13 -> union(depth);
      default -> scalar();
    };
  }

  private Schema scalar() {
    return switch (random.nextInt(6)) {
      case 0 -> Schema.create(Schema.Type.BOOLEAN);
      case 1 -> Schema.create(Schema.Type.NULL);
      case 2 -> number();
      case 3 -> numberOrText();
      default -> text();
    };
  }

  /** What only JSON numbers stand for. */
  private Schema number() {
    return Schema.create(
        List.of(Schema.Type.INT, Schema.Type.LONG, Schema.Type.FLOAT, Schema.Type.DOUBLE)
            .get(random.nextInt(4)));
  }

  /** What only JSON strings stand for. */
  private Schema text() {
    return switch (random.nextInt(7)) {
      case 0 -> Schema.create(Schema.Type.BYTES);
      case 1 -> Schema.createFixed(name("Fixed"), null, "f", random.nextInt(20));
      case 2 -> Schema.createEnum(name("Enum"), null, "e", List.of("A", "B_1", "c"));
      case 3 -> LogicalTypes.uuid().addToSchema(Schema.create(Schema.Type.STRING));
      case 4 -> LogicalTypes.uuid().addToSchema(Schema.createFixed(name("Id"), null, "f", 16));
      case 5 -> LogicalTypes.duration().addToSchema(Schema.createFixed(name("D"), null, "f", 12));
      default -> Schema.create(Schema.Type.STRING);
    };
  }

  private Schema numberOrText() {
    List<LogicalType> longs =
        List.of(
            LogicalTypes.timeMicros(),
            LogicalTypes.timestampMillis(),
            LogicalTypes.timestampMicros(),
            LogicalTypes.timestampNanos(),
            LogicalTypes.localTimestampMillis(),
            LogicalTypes.localTimestampMicros(),
            LogicalTypes.localTimestampNanos());
    int precision = 1 + random.nextInt(30);
    LogicalType decimal = LogicalTypes.decimal(precision, random.nextInt(precision + 1));
    return switch (random.nextInt(7)) {
      case 0 -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
      case 1 -> LogicalTypes.timeMillis().addToSchema(Schema.create(Schema.Type.INT));
      case 2 -> decimal.addToSchema(Schema.create(Schema.Type.BYTES));
      case 3 -> decimal.addToSchema(Schema.createFixed(name("Decimal"), null, "f", 13));
      case 4 -> LogicalTypes.bigDecimal().addToSchema(Schema.create(Schema.Type.BYTES));
      default ->
          longs.get(random.nextInt(longs.size())).addToSchema(Schema.create(Schema.Type.LONG));
    };
  }

  private Schema union(int depth) {
    if (random.nextInt(5) == 0) {
      return nullableList(depth);
    }
    List<Schema> branches = new ArrayList<>();
    if (random.nextInt(4) > 0) {
      branches.add(Schema.create(Schema.Type.NULL));
    }
    if (random.nextInt(4) == 0) {
      branches.add(Schema.create(Schema.Type.BOOLEAN));
    }
    if (random.nextInt(3) == 0) {
      branches.add(numberOrText());
    } else {
      branches.add(number());
      branches.add(text());
    }
    if (random.nextInt(3) == 0) {
      branches.add(Schema.createArray(any(depth + 1)));
    }
    if (random.nextInt(3) == 0) {
      branches.add(Schema.createMap(any(depth + 1)));
    }
    if (random.nextInt(2) == 0) {
      Schema known = records.get(random.nextInt(records.size()));
      branches.add(random.nextBoolean() ? known : record(depth + 1));
    }
    Collections.shuffle(branches, random);
    return Schema.createUnion(branches);
  }

  private Schema nullableList(int depth) {
    Schema inside = any(depth + 1);
    Schema list = random.nextBoolean() ? Schema.createArray(inside) : Schema.createMap(inside);
    Schema none = Schema.create(Schema.Type.NULL);
    return random.nextBoolean() ? Schema.createUnion(none, list) : Schema.createUnion(list, none);
  }
}
