package com.reactive.platform.reliability.mutate;

import com.reactive.platform.gateway.stream.JsonForm;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;

/** Makes documents that are events of a schema, in either form of JSON. */
final class Documents {
  private static final int MAX_DEPTH = 3;
  private static final long SECONDS = 4_000_000_000L;
  private static final String LETTERS = "abcXYZ 019_-/\"\\\u00e4\u20ac\u0000\n\ud83d";

  private final SplittableRandom random;
  private final boolean plain;
  private boolean replayed;

  Documents(SplittableRandom random, JsonForm form) {
    this.random = random;
    this.plain = form == JsonForm.PLAIN;
  }

  Json of(Schema schema) {
    replayed = false;
    return value(schema, 0);
  }

  /**
   * As a reader of the topic sees it: with some of what the gateway fills, in the schema's order.
   * Clients that send again what they read do that.
   */
  Json replayed(Schema schema) {
    replayed = true;
    return value(schema, 0);
  }

  private Json value(Schema type, int depth) {
    LogicalType logical = plain ? type.getLogicalType() : null;
    if (logical != null) {
      return logical(logical.getName());
    }
    return switch (type.getType()) {
      case RECORD -> record(type, depth);
      case ARRAY -> {
        List<Json> list = new ArrayList<>();
        for (int i = size(depth); i > 0; i--) {
          list.add(value(type.getElementType(), depth + 1));
        }
        yield new Json.Array(list);
      }
      case MAP -> {
        List<Json.Member> list = new ArrayList<>();
        for (int i = size(depth); i > 0; i--) {
          list.add(new Json.Member(text(5) + i, value(type.getValueType(), depth + 1)));
        }
        yield new Json.Members(list);
      }
      case UNION -> union(type, depth);
      case NULL -> Json.NULL;
      case BOOLEAN -> new Json.Word(random.nextBoolean() ? "true" : "false");
      case INT -> new Json.Word(String.valueOf(random.nextInt() >> random.nextInt(32)));
      case LONG -> new Json.Word(String.valueOf(random.nextLong() >> random.nextInt(64)));
      case FLOAT -> new Json.Word(String.valueOf((float) random.nextDouble() * 1e9f));
      case DOUBLE -> new Json.Word(String.valueOf(random.nextDouble() * 1e200));
      case STRING -> new Json.Text(string());
      case ENUM ->
          new Json.Text(type.getEnumSymbols().get(random.nextInt(type.getEnumSymbols().size())));
      case BYTES -> bytes(random.nextInt(12));
      case FIXED -> bytes(type.getFixedSize());
    };
  }

  private int size(int depth) {
    return depth > MAX_DEPTH ? 0 : random.nextInt(3);
  }

  private Json record(Schema type, int depth) {
    List<Json.Member> list = new ArrayList<>();
    for (Schema.Field field : type.getFields()) {
      boolean leftOut = field.hasDefaultValue() && (depth > MAX_DEPTH || random.nextBoolean());
      // The counter needs its value beside "set" only; so it is always there.
      if (field.propsContainsKey("x-required-when")) {
        leftOut = false;
      }
      if (field.propsContainsKey("x-reactive")) {
        leftOut = !replayed || random.nextInt(4) == 0;
      }
      if (!leftOut) {
        list.add(new Json.Member(field.name(), value(field.schema(), depth + 1)));
      }
    }
    return new Json.Members(list);
  }

  private Json union(Schema union, int depth) {
    List<Schema> types = union.getTypes();
    Schema type = types.get(depth > MAX_DEPTH ? 0 : random.nextInt(types.size()));
    Json value = value(type, depth + 1);
    if (type.getType() == Schema.Type.NULL) {
      return value;
    }
    long records = types.stream().filter(each -> each.getType() == Schema.Type.RECORD).count();
    boolean tagged = !plain || (records > 1 && type.getType() == Schema.Type.RECORD);
    return tagged ? Json.members(type.getFullName(), value) : value;
  }

  private Json logical(String name) {
    long second = random.nextLong(-SECONDS, SECONDS);
    Instant instant = Instant.ofEpochSecond(second, random.nextInt(1_000) * 1_000_000L);
    boolean text = random.nextInt(4) > 0;
    return switch (name) {
      case "date" ->
          text
              ? new Json.Text(LocalDate.ofEpochDay(second / 86_400).toString())
              : new Json.Word(String.valueOf(second / 86_400));
      case "time-millis", "time-micros" ->
          text
              ? new Json.Text(
                  LocalTime.ofSecondOfDay(random.nextInt(86_400)).withNano(500_000_000).toString())
              : new Json.Word(String.valueOf(random.nextInt(86_400_000)));
      case "decimal" -> number(random.nextInt(1_000_000) + "." + random.nextInt(100));
      case "big-decimal" -> number(random.nextLong() + "e" + random.nextInt(-30, 30));
      case "uuid" -> new Json.Text(new UUID(random.nextLong(), random.nextLong()).toString());
      case "duration" ->
          new Json.Text(
              "P"
                  + random.nextInt(99)
                  + "M"
                  + random.nextInt(99)
                  + "DT"
                  + random.nextInt(99)
                  + ".5S");
      case "local-timestamp-micros" -> new Json.Text(instant.toString().replace("Z", ""));
      default -> text ? new Json.Text(instant.toString()) : new Json.Word(String.valueOf(second));
    };
  }

  /** Of a string without a logical type. */
  String string() {
    return "s" + text(12);
  }

  /** A value of a logical type that can be a text, as the text. */
  String text(String logicalType) {
    Json value = logical(logicalType);
    while (!(value instanceof Json.Text)) {
      value = logical(logicalType);
    }
    return ((Json.Text) value).value();
  }

  private Json number(String digits) {
    return random.nextBoolean() ? new Json.Word(digits) : new Json.Text(digits);
  }

  private Json bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return new Json.Text(
        plain
            ? Base64.getEncoder().encodeToString(bytes)
            : new String(bytes, StandardCharsets.ISO_8859_1));
  }

  private String text(int maxLength) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(maxLength); i > 0; i--) {
      char c = LETTERS.charAt(random.nextInt(LETTERS.length()));
      text.append(c);
      if (Character.isHighSurrogate(c)) {
        text.append('\ude00');
      }
    }
    return text.toString();
  }
}
