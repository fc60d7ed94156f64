package com.reactive.platform.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a row becomes its event, id and key; {@code TableLayoutIT} asks Postgres the same. */
class TableLayoutTest {
  private static final int INT8 = 20;
  private static final int TEXT = 25;

  private static TableLayout layout(
      Map<String, String> fields, List<String> keys, List<String> primaryKey, int... types)
      throws OutboxTableException {
    List<String> names = List.of("a", "b", "c").subList(0, types.length);
    return new TableLayout(
        new CapturedTable("public.t", "counter", true, keys, fields),
        "outbox 1/shop/public.t",
        primaryKey,
        names,
        Arrays.stream(types).boxed().toList());
  }

  /** As pgoutput has the values: one after the other in one buffer. */
  private static Tuple tuple(String... values) {
    String all = "header" + String.join("", Arrays.stream(values).filter(v -> v != null).toList());
    Tuple tuple = new Tuple();
    tuple.begin(all.getBytes(UTF_8), values.length);
    int at = "header".length();
    for (String value : values) {
      if (value == null) {
        tuple.addNull();
      } else {
        int length = value.getBytes(UTF_8).length;
        tuple.add(at, length);
        at += length;
      }
    }
    return tuple;
  }

  private static String json(int type, String value) throws OutboxTableException {
    OutboxRow row = layout(Map.of(), List.of(), List.of("a"), type).row(tuple(value), 1);
    assertThat(row.offset).isZero();
    String text = new String(row.payload, 0, row.length, UTF_8);
    return text.substring("{\"a\":".length(), text.length() - 1);
  }

  private static String id(TableLayout layout, String... values) throws OutboxTableException {
    return new String(layout.row(tuple(values), 1).id, UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "16 | t | true",
        "16 | f | false",
        "20 | -9223372036854775808 | -9223372036854775808",
        "701 | 1e-300 | 1e-300",
        "701 | NaN | \"NaN\"",
        "701 | -Infinity | \"-Infinity\"",
        "1700 | 12.50 | 12.50",
        "25 | a\"b\\c\u00fc | \"a\\\"b\\\\c\u00fc\"",
        "3802 | {\"x\": [1]} | {\"x\": [1]}",
        "17 | \\x00ff | \"AP8=\"",
        "1082 | 2026-11-21 | \"2026-11-21\"",
        "1114 | 2026-11-21 12:34:56.789 | \"2026-11-21T12:34:56.789\"",
        "1184 | 2026-11-21 12:34:56+00 | \"2026-11-21T12:34:56Z\"",
        "1184 | infinity | \"infinity\"",
        "1184 | 0044-03-15 12:00:00+00 BC | \"0044-03-15T12:00:00+00 BC\"",
        "1007 | {} | []",
        "1007 | {1,NULL,3} | [1,null,3]",
        "1007 | [0:1]={1,2} | [1,2]",
        "1007 | {{1,2},{3,4}} | [[1,2],[3,4]]",
        "1009 | {a,\"b,c\",\"d\\\"\\\\e\",\"NULL\",NULL,\"\"} | [\"a\",\"b,c\",\"d\\\"\\\\e\",\"NULL\",null,\"\"]",
        "1001 | {\"\\\\x01\"} | [\"AQ==\"]",
        "1185 | {\"2026-11-21 00:00:00+00\"} | [\"2026-11-21T00:00:00Z\"]",
        "99999 | mood | \"mood\"",
      })
  void aValueIsWrittenByItsType(int type, String value, String expected) throws Exception {
    assertThat(json(type, value)).isEqualTo(expected);
  }

  @Test
  void controlCharactersAreEscaped() throws Exception {
    assertThat(json(TEXT, "a\nb\u0001\u001f")).isEqualTo("\"a\\u000ab\\u0001\\u001f\"");
    assertThat(json(TEXT, "")).isEqualTo("\"\"");
    assertThat(json(TEXT, "\u00e4".repeat(2_000))).isEqualTo("\"" + "\u00e4".repeat(2_000) + "\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{1", "{1}}", "1", "{\"a", "[0:1]"})
  void whatIsNoArrayIsAnError(String value) {
    assertThatThrownBy(() -> json(1007, value)).isInstanceOf(OutboxTableException.class);
  }

  @Test
  void columnsAreFieldsUnlessTheyAreRenamedOrLeftOut() throws Exception {
    TableLayout layout =
        layout(
            Map.of("a", "", "b", "sessionId"),
            List.of("sessionId"),
            List.of("a"),
            INT8,
            TEXT,
            TEXT);
    OutboxRow row = layout.row(tuple("7", "s", null), 5);
    assertThat(new String(row.payload, UTF_8)).isEqualTo("{\"sessionId\":\"s\",\"c\":null}");
    assertThat(new String(row.id, UTF_8)).isEqualTo("7");
    assertThat(new String(row.key, UTF_8)).isEqualTo("s");
    assertThat(row.plain).as("its record key is what the stream makes of the event").isNotNull();
    assertThat(row.stream).isEqualTo("counter");
    assertThat(row.origin).isEqualTo("outbox 1/shop/public.t");
    assertThat(row.commitMillis).isEqualTo(5);
  }

  @Test
  void theFirstKeyThatIsThereAndNotEmptyCounts() throws Exception {
    TableLayout layout =
        layout(Map.of(), List.of("nowhere", "b", "c"), List.of("a"), INT8, TEXT, TEXT);
    assertThat(layout.row(tuple("1", "x", "y"), 1).key).asString(UTF_8).isEqualTo("x");
    assertThat(layout.row(tuple("1", "", "y"), 1).key).asString(UTF_8).isEqualTo("y");
    assertThat(layout.row(tuple("1", null, "y"), 1).key).asString(UTF_8).isEqualTo("y");
    assertThat(layout.row(tuple("1", null, null), 1).key).isEmpty();
  }

  /** Two rows with one id would be one event. */
  @Test
  void differentPrimaryKeysAreDifferentIds() throws Exception {
    TableLayout one = layout(Map.of(), List.of(), List.of("a"), TEXT);
    TableLayout two = layout(Map.of(), List.of(), List.of("a", "b"), TEXT, TEXT);
    assertThat(id(one, "x/y")).isEqualTo("x/y");
    String digest = id(one, "x y");
    assertThat(digest).matches("sha256:[0-9a-f]{64}");
    assertThat(id(one, digest)).isNotEqualTo(digest).startsWith("sha256:");
    assertThat(id(one, "")).startsWith("sha256:");
    assertThat(id(one, "x".repeat(128))).hasSize(128);
    assertThat(id(one, "x".repeat(129))).startsWith("sha256:");

    assertThat(id(two, "x", "y")).isEqualTo("x/y");
    assertThat(List.of(id(two, "x/y", "z"), id(two, "x", "y/z"), id(two, "", "x/y/z")))
        .doesNotHaveDuplicates()
        .allMatch(id -> id.startsWith("sha256:"));
  }

  @Test
  void oneFieldIsNotOfTwoColumnsAndAnIdNotOfNone() {
    assertThatThrownBy(() -> layout(Map.of("a", "b"), List.of(), List.of("a"), INT8, TEXT))
        .hasMessage("two columns of public.t become the field b");
    for (List<String> none : Arrays.asList(null, List.<String>of())) {
      assertThatThrownBy(() -> layout(Map.of(), List.of(), none, INT8))
          .hasMessage("public.t has no primary key, to be the event id");
    }
    assertThatThrownBy(() -> id(layout(Map.of(), List.of(), List.of("a"), TEXT), (String) null))
        .hasMessageContaining("is NULL");
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> layout(Map.of(), List.of(), List.of("z"), INT8))
        .hasMessage("public.t has no column for z, only a");
    assertThatThrownBy(() -> layout(Map.of("z", "x"), List.of(), List.of("a"), INT8))
        .hasMessage("public.t has no column for z, only a");
    assertThatThrownBy(() -> layout(Map.of(), List.of("z"), List.of("a"), INT8))
        .hasMessage("public.t has no column for z, only a");
    assertThatThrownBy(() -> layout(Map.of("a", ""), List.of(), List.of("a"), INT8))
        .hasMessage("no column of public.t becomes a field");
  }
}
