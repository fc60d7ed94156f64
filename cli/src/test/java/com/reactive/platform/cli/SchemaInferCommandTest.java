package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaInferCommandTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Two lines, whose field "v" has these values; - is a line without it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1                 | 2              | "long"
          1                 | 2.5            | "double"
          9223372036854775807 | 1            | "long"
          "a"               | "b"            | "string"
          true              | false          | "boolean"
          1                 | null           | ["null","long"]
          1                 | -              | ["null","long"]
          null              | null           | ["null","string"]
          "a"               | 1              | ["string","long"]
          "a"               | -              | ["null","string"]
          [1]               | [2.5]          | {"type":"array","items":"double"}
          []                | ["a"]          | {"type":"array","items":"string"}
          []                | []             | {"type":"array","items":"string"}
          [null,1]          | []             | {"type":"array","items":["null","long"]}
          [1]               | "a"            | [{"type":"array","items":"long"},"string"]
          {"x-1":1}         | {"y":2}        | {"type":"map","values":"long"}
          {"y":1}           | {"x-1":"a"}    | {"type":"map","values":["string","long"]}
          {"x":1}           | {"x":2,"y":3}  | {"type":"record","name":"EventV","fields":[{"name":"x","type":"long"},{"name":"y","type":["null","long"],"default":null}]}
          [{"x":1}]         | [{"y":2}]      | {"type":"array","items":{"type":"record","name":"EventV","fields":[{"name":"x","type":["null","long"],"default":null},{"name":"y","type":["null","long"],"default":null}]}}
          """)
  void typesOfAField(String first, String second, String type) throws IOException {
    assertThat(infer(line(first) + line(second))).as("%s", err).isZero();
    String expected = new ObjectMapper().readTree(type).toString();
    Schema.Field field = new Schema.Parser().parse(out.toString()).getField("v");
    assertThat(field.schema().toString()).isEqualTo(expected);
    assertThat(field.hasDefaultValue()).isEqualTo(field.schema().isNullable());
  }

  private static String line(String value) {
    return value.equals("-") ? "{\"id\":\"a\"}\n" : "{\"id\":\"a\",\"v\":" + value + "}\n";
  }

  @Test
  void whatWasGuessedIsSaid() throws IOException {
    assertThat(infer("{\"a\":null,\"b\":[],\"c\":{\"1\":1},\"d\":1}\n{\"d\":\"x\"}\n")).isZero();
    assertThat(err.toString().lines())
        .containsExactly(
            "note: a is always null: taken for an optional string",
            "note: b is always empty: taken for an array of strings",
            "note: c is a map, because '1' is no name that an Avro field can have",
            "note: d is not always of one type: a union");
  }

  @Test
  void namesOfRecordsAreDistinct() throws IOException {
    assertThat(infer("{\"aB\":{\"x\":1},\"a\":{\"b\":{\"y\":1}}}\n", "--name=shop.Order")).isZero();
    Schema schema = new Schema.Parser().parse(out.toString());
    assertThat(schema.getFullName()).isEqualTo("shop.Order");
    assertThat(schema.getField("aB").schema().getFullName()).isEqualTo("shop.OrderAB");
    assertThat(schema.getField("a").schema().getField("b").schema().getFullName())
        .isEqualTo("shop.OrderAB2");
  }

  @Test
  void manyNamesAreAMap() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      lines.append("{\"v\":{\"k").append(i).append("\":{\"x\":").append(i).append("}}}\n");
    }
    assertThat(infer(lines.toString())).isZero();
    Schema map = new Schema.Parser().parse(out.toString()).getField("v").schema();
    assertThat(map.getType()).isEqualTo(Schema.Type.MAP);
    assertThat(map.getValueType().getFields()).extracting(Schema.Field::name).containsExactly("x");
  }

  @Test
  void whatIsNoEventIsNamed() throws IOException {
    assertThat(infer("{}\n{\"a\":\n")).isEqualTo(1);
    assertThat(infer("{}\n[1]\n")).isEqualTo(1);
    assertThat(infer("{\"user-id\":1}\n")).isEqualTo(1);
    assertThat(infer("\n")).isEqualTo(1);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("error: line 2 is no JSON: "),
            second -> assertThat(second).isEqualTo("error: line 2 is no JSON object"),
            third ->
                assertThat(third)
                    .isEqualTo(
                        "error: an event cannot be a record: 'user-id' is no name that an Avro"
                            + " field can have"),
            last -> assertThat(last).isEqualTo("error: there is no event in it"));
    assertThat(infer("{}\n", "--name=a-b")).isEqualTo(2);
  }

  /** The last word is the gateway's. */
  @Test
  void aLineThatTheGatewayWouldRejectIsNamed() throws IOException {
    assertThat(infer("{\"a\":1}\n{\"a\":1,\"a\":2}\n")).isEqualTo(1);
    assertThat(err.toString()).contains("the gateway would reject line 2 all the same: ");
  }

  private int infer(String lines, String... more) throws IOException {
    out.getBuffer().setLength(0);
    String[] args = new String[more.length + 3];
    args[0] = "schema";
    args[1] = "infer";
    args[2] = Files.writeString(folder.resolve("events.jsonl"), lines).toString();
    System.arraycopy(more, 0, args, 3, more.length);
    return ReactiveCli.commandLine(args)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}
