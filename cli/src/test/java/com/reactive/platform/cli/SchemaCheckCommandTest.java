package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaCheckCommandTest {
  private static final String ID = "{'name':'id','type':'string'}";

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** By the rules of the specification's "Schema Resolution". */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          'int'                                   | 'long'                                  | true  | false
          'int'                                   | 'double'                                | true  | false
          'float'                                 | 'double'                                | true  | false
          'long'                                  | 'int'                                   | false | true
          'string'                                | 'bytes'                                 | true  | true
          'string'                                | 'long'                                  | false | false
          'string'                                | ['null','string']                       | true  | false
          ['null','string']                       | ['null','string','long']                | true  | false
          {'type':'array','items':'int'}          | {'type':'array','items':'long'}         | true  | false
          {'type':'map','values':'long'}          | {'type':'map','values':'int'}           | false | true
          {'type':'fixed','name':'F','size':4}    | {'type':'fixed','name':'F','size':8}    | false | false
          {'type':'fixed','name':'F','size':4}    | {'type':'fixed','name':'G','size':4}    | false | false
          {'type':'enum','name':'E','symbols':['A']} | {'type':'enum','name':'E','symbols':['A','B']} | true | false
          {'type':'enum','name':'E','symbols':['A','B'],'default':'A'} | {'type':'enum','name':'E','symbols':['A','B','C'],'default':'A'} | true | true
          {'type':'record','name':'R','fields':[]} | {'type':'record','name':'R','fields':[{'name':'x','type':'int'}]} | false | true
          """)
  void changesOfAType(String before, String after, boolean backward, boolean forward)
      throws IOException {
    Path old = schema("old", ID, field("v", before));
    Path next = schema("new", ID, field("v", after));
    assertThat(run(old, next, "--mode=backward") == 0).as("backward: %s", out).isEqualTo(backward);
    assertThat(run(old, next, "--mode=forward") == 0).as("forward: %s", out).isEqualTo(forward);
    assertThat(run(old, next) == 0).as("full").isEqualTo(backward && forward);
  }

  @Test
  void jsonSchemasAreNotCompared() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "{\"$schema\":\"x\"}");
    assertThat(run(file, file)).isEqualTo(1);
    assertThat(err.toString()).contains("a.json is a JSON Schema; only Avro schemas have rules");
  }

  @Test
  void theFieldIsNamedAndWhatClientsNotice() throws IOException {
    String total = "{'name':'total','type':'long'}";
    String nested = "{'type':'record','name':'Buyer','fields':[%s]}";
    Path old = schema("old", ID, field("buyer", nested.formatted(ID)), field("gone", "'int'"));
    Path next = schema("new", ID, field("buyer", nested.formatted(ID + "," + total)), total);

    assertThat(run(old, next)).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly(
            "NOT       backward: readers with NEW read old records",
            "            field buyer.total: only the reader has it, and it has no default",
            "            field total: only the reader has it, and it has no default",
            "NOT       forward: readers with OLD read new records",
            "            field gone: only the reader has it, and it has no default",
            "note      clients that still send 'gone' will get 422",
            "note      clients that do not send 'buyer.total' yet will get 422",
            "note      clients that do not send 'total' yet will get 422");
  }

  /** Readers do not need the default, since writers always write the field; clients do. */
  @Test
  void aFieldThatLosesItsDefaultIsMissedByClients() throws IOException {
    Path old = schema("old", ID, "{'name':'n','type':'int','default':0}");
    Path next = schema("new", ID, "{'name':'n','type':'int'}");
    assertThat(run(old, next)).isZero();
    assertThat(out.toString().lines())
        .contains("note      clients that do not send 'n' yet will get 422");
    out.getBuffer().setLength(0);
    run(next, old);
    assertThat(out.toString()).doesNotContain("note");
  }

  @Test
  void anOptionalFieldBreaksNobody() throws IOException {
    Path old = schema("old", ID);
    Path next = schema("new", ID, "{'name':'note','type':['null','string'],'default':null}");
    assertThat(run(old, next)).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "ok        backward: readers with NEW read old records",
            "ok        forward: readers with OLD read new records");
  }

  @Test
  void whatIsNoSchemaIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("bad.avsc"), "{\"type\": \"recrod\"}");
    assertThat(run(file, file)).isEqualTo(1);
    assertThat(err.toString()).startsWith("error: ").contains("bad.avsc is no Avro schema");
    assertThat(run(folder.resolve("none"), file)).isEqualTo(1);
    assertThat(err.toString()).contains("error: there is no file ");
    assertThat(run(file, file, "--mode=sideways")).isEqualTo(2);
  }

  private static String field(String name, String type) {
    return "{'name':'" + name + "','type':" + type + "}";
  }

  private Path schema(String name, String... fields) throws IOException {
    String text = "{'type':'record','name':'Event','fields':[" + String.join(",", fields) + "]}";
    return Files.writeString(folder.resolve(name), text.replace('\'', '"'));
  }

  private int run(Path before, Path after, String... more) {
    out.getBuffer().setLength(0);
    String[] args = new String[more.length + 4];
    args[0] = "schema";
    args[1] = "check";
    args[2] = before.toString();
    args[3] = after.toString();
    System.arraycopy(more, 0, args, 4, more.length);
    return ReactiveCli.commandLine(args)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}
