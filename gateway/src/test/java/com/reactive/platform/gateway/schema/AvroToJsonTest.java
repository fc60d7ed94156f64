package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.stream.JsonForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Avro to JSON, posted again without what the gateway fills, is the same Avro. */
class AvroToJsonTest {
  private static final long SEED = Long.getLong("seed", 20_261_122L);
  private static final int RANDOM_SCHEMAS = 800;
  private static final int DATUMS_EACH = 10;
  private static final int DATUMS_OF_EVERYTHING = 2_000;
  private static final String FILLED = "\"" + RandomSchemas.FILLED + "\\d+\":(\"e1\"|\\d+)";

  private final Random random = new Random(SEED);

  @BeforeAll
  static void tellTheSeed() {
    System.out.println("AvroToJsonTest seed " + SEED);
  }

  @ParameterizedTest
  @EnumSource
  void randomDatumsOfRandomSchemasComeBack(JsonForm form) throws Exception {
    RandomSchemas schemas = new RandomSchemas(random, true);
    for (int i = 0; i < RANDOM_SCHEMAS; i++) {
      Schema schema = new Schema.Parser().parse(schemas.next().toString());
      comeBack(schema, form, DATUMS_EACH);
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomDatumsOfEverythingComeBack(JsonForm form) throws Exception {
    comeBack(RandomDocumentsTest.everything(), form, DATUMS_OF_EVERYTHING);
  }

  private void comeBack(Schema schema, JsonForm form, int count) throws Exception {
    RandomDatums datums = new RandomDatums(random, form == JsonForm.PLAIN);
    AvroToJson toJson = new AvroToJson(schema, form);
    Transcoder back = TranscoderPlan.compile(schema, form, List.of(), List.of()).newTranscoder();
    for (int i = 0; i < count; i++) {
      byte[] avro = RandomDatums.encode(schema, datums.record(schema));
      String json = toJson.text(padded(avro), 3, avro.length);
      String posted = json.replaceAll("," + FILLED, "").replaceAll(FILLED + ",?", "");
      byte[] again = transcode(back, posted);
      if (!Arrays.equals(again, avro)) {
        throw new AssertionError(
            "seed " + SEED + "\n" + schema + "\n" + json + "\n" + HexFormat.of().formatHex(avro));
      }
    }
  }

  private static byte[] padded(byte[] avro) {
    byte[] padded = new byte[avro.length + 7];
    Arrays.fill(padded, (byte) 0x7F);
    System.arraycopy(avro, 0, padded, 3, avro.length);
    return padded;
  }

  private static byte[] transcode(Transcoder transcoder, String json) {
    byte[] bytes = json.getBytes(UTF_8);
    try {
      transcoder.transcode(bytes, 0, bytes.length, Envelopes.empty());
    } catch (Exception e) {
      throw new AssertionError("seed " + SEED + ": " + e.getMessage() + "\n" + json, e);
    }
    return Arrays.copyOf(transcoder.buffer(), transcoder.length());
  }

  /** The README's own example, as its reader wants to see it. */
  @Test
  void anOrderIsShownAsItWasPosted() throws Exception {
    Path examples = Path.of("../examples");
    Schema schema = new Schema.Parser().parse(Files.readString(examples.resolve("orders.avsc")));
    String posted = Files.readString(examples.resolve("orders.json"));
    Transcoder transcoder = plan(schema).newTranscoder();
    byte[] avro = transcode(transcoder, posted);
    String json = new AvroToJson(schema, JsonForm.PLAIN).text(avro, 0, avro.length);
    assertThat(json)
        .contains(
            "\"placedAt\":\"2026-11-21T12:34:56.789Z\"",
            "\"total\":129.90,",
            "{\"article\":\"lamp\",\"count\":2},{\"article\":\"bulb\",\"count\":1}",
            "\"giftFor\":\"Ada\"",
            "\"payment\":{\"com.example.shop.Invoice\":{\"dueDate\":\"2026-12-05\"}}",
            "\"eventId\":\"e1\",\"receivedAt\":\"2025-12-11T05:48:29.876Z\"}");
    String again = json.replaceAll(",\"eventId\".*", "}");
    assertThat(transcode(transcoder, again)).isEqualTo(avro);
  }

  private static TranscoderPlan plan(Schema schema) throws SchemaException {
    return TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of(), List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"type":"int","logicalType":"date"}              | -719529                | -719529
          {"type":"int","logicalType":"date"}              | "0000-01-01"           | "0000-01-01"
          {"type":"int","logicalType":"date"}              | "9999-12-31"           | "9999-12-31"
          {"type":"int","logicalType":"date"}              | 2932897                | 2932897
          {"type":"int","logicalType":"time-millis"}       | 43200000               | "12:00:00"
          {"type":"long","logicalType":"time-micros"}      | "12:34:56.000001"      | "12:34:56.000001"
          {"type":"long","logicalType":"timestamp-micros"} | -1                     | "1969-12-31T23:59:59.999999Z"
          {"type":"long","logicalType":"timestamp-nanos"}  | -9223372036854775808   | -9223372036854775808
          {"type":"long","logicalType":"timestamp-millis"} | "2026-11-21T12:00:00+01:00" | "2026-11-21T11:00:00Z"
          {"type":"long","logicalType":"local-timestamp-millis"} | 0                | "1970-01-01T00:00:00"
          {"type":"bytes","logicalType":"decimal","precision":9,"scale":6} | "1e-6" | 0.000001
          {"type":"bytes","logicalType":"big-decimal"}     | 1.20e30                | 1.20E+30
          {"type":"fixed","name":"D","size":12,"logicalType":"duration"} | "P0D"    | "PT0S"
          {"type":"fixed","name":"D","size":12,"logicalType":"duration"} | "P1Y2W"  | "P12M14D"
          {"type":"fixed","name":"D","size":12,"logicalType":"duration"} | "PT1.5S" | "PT1.5S"
          {"type":"fixed","name":"F","size":2}             | "AAE="                 | "AAE="
          ["null","string",{"type":"int","logicalType":"date"}] | 20000             | 20000
          ["string",{"type":"int","logicalType":"date"}]   | "2024-10-04"           | "2024-10-04"
          ["int",{"type":"long","logicalType":"timestamp-millis"}] | "1970-01-01T00:00:00.005Z" | "1970-01-01T00:00:00.005Z"
          ["string",{"type":"bytes","logicalType":"decimal","precision":4,"scale":2}] | 1.5 | 1.50
          ["double",{"type":"bytes","logicalType":"decimal","precision":4,"scale":2}] | "1.5" | "1.50"
          """)
  void logicalTypesAreShownAsPeopleWriteThemAndUnionsKeepTheirBranch(
      String type, String posted, String shown) throws Exception {
    Schema schema = Try.schema("{'name':'v','type':" + type + "}");
    Transcoder transcoder = plan(schema).newTranscoder();
    byte[] avro = transcode(transcoder, "{\"v\":" + posted + "}");
    String json = new AvroToJson(schema, JsonForm.PLAIN).text(avro, 0, avro.length);
    assertThat(json).isEqualTo("{\"v\":" + shown + "}");
    assertThat(transcode(transcoder, json)).isEqualTo(avro);
  }

  @Test
  void whatIsNoDatumOfTheSchemaIsSaid() throws Exception {
    Schema schema =
        Try.schema(
            "{'name':'s','type':'string'},"
                + "{'name':'e','type':{'type':'enum','name':'E','symbols':['A']}},"
                + "{'name':'u','type':['null','int']},"
                + "{'name':'n','type':{'type':'array','items':'null'}}");
    for (String hex :
        List.of("", "0461", "0061", "0002", "000004", "0000000000", "00", "01", "ffffffff0f")) {
      assertUndecodable(schema, hex);
    }
    // A thousand million nulls in five bytes.
    assertUndecodable(schema, "000000" + "80a8d6b907" + "00");
    // A record within itself, deeper than anything that was ever posted.
    Schema deep = Try.schema("{'name':'in','type':['null','R']}");
    assertUndecodable(deep, "02".repeat(100_000) + "00");
  }

  private static void assertUndecodable(Schema schema, String hex) {
    byte[] avro = HexFormat.of().parseHex(hex);
    assertThatThrownBy(() -> new AvroToJson(schema, JsonForm.PLAIN).text(avro, 0, avro.length))
        .as(hex)
        .isInstanceOf(IOException.class);
  }
}
