package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.jsonschema.JsonSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies that match a JSON Schema, and what is said of others. */
class JsonSchemaTranscoderTest {
  private static final String ORDER =
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema",
       "type": "object",
       "properties": {
         "id": {"type": "string", "pattern": "^[a-z0-9-]+$"},
         "total": {"type": "number", "multipleOf": 0.01, "minimum": 0},
         "state": {"enum": ["new", "paid"]},
         "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}, "maxItems": 2},
         "a/b": {"type": "object", "required": ["c~d"]}
       },
       "required": ["id"],
       "unevaluatedProperties": false,
       "$defs": {"line": {"type": "object", "properties": {"sku": {"type": ["string", "integer"]}},
         "required": ["sku"]}}}
      """;

  private static Transcoder transcoder(String schema, String... keys) {
    JsonSchema json = JsonSchema.parse(schema.replace('\'', '"'));
    return TranscoderPlan.ofJson(Try.schema(""), json, List.of(keys)).newTranscoder();
  }

  /** Pointer and sentence; "400" and the sentence if it was not read; null if all was well. */
  private static String fault(Transcoder transcoder, String json) {
    byte[] body = json.replace('\'', '"').getBytes(UTF_8);
    try {
      transcoder.transcode(body, 0, body.length, Envelopes.empty());
      return null;
    } catch (InvalidEventException e) {
      return (e.pointer() == null ? "400" : e.pointer()) + " " + e.getMessage();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          {'id':'a-1','total':19.99,'state':'paid','lines':[{'sku':1},{'sku':'x'}]} | -
          {'id':'a','total':1e2}            | -
          {}                                | /id required property 'id' not found
          {'id':7}                          | /id integer found, string expected
          {'id':'A'}                        | /id does not match the regex pattern ^[a-z0-9-]+$
          {'id':'a','total':0.001}          | /total must be multiple of 0.01
          {'id':'a','total':-1}             | /total must have a minimum value of 0
          {'id':'a','state':'sold'}         | /state does not have a value in the enumeration ["new", "paid"]
          {'id':'a','lines':[{'sku':1},{}]} | /lines/1/sku required property 'sku' not found
          {'id':'a','more':1}               | /more property 'more' is not evaluated and the schema does not allow unevaluated properties
          {'id':'a','a/b':{}}               | /a~1b/c~0d required property 'c~d' not found
          {'id':'a','total':1e999999999}    | 400 a limit is exceeded: numbers have at most 309 digits before the point and behind it
          {'id':'a','total':1e9999}         | 400 a limit is exceeded: numbers have at most 309 digits before the point and behind it
          {'id':'a','total':1e-9999}        | 400 a limit is exceeded: numbers have at most 309 digits before the point and behind it
          {'id':'a','state':1e99999999999}  | 400 a limit is exceeded: numbers have at most 309 digits before the point and behind it
          {'id':'a','total':0e9999}         | -
          `  `                              | 400 the body is empty
          []                                | ` the event must be a JSON object`
          {'id':'a'                         | 400 the body is not valid JSON at line 1, column 10
          {'id':'a','id':'b'}               | 400 the body is not valid JSON at line 1, column 15
          {'id':'\\ud800'}                  | 400 half a surrogate pair at line 1, column 7
          """)
  void aBodyMatchesOrIsToldWhereNot(String body, String fault) {
    assertThat(fault(transcoder(ORDER), body)).isEqualTo(fault);
  }

  @Test
  void theKeyIsTheFirstFieldThatIsThereAndNotEmpty() {
    Transcoder it =
        transcoder(
            "{'$schema':'https://json-schema.org/draft/2020-12/schema'}", "user.id", "session");
    assertThat(fault(it, "{'user':{'id':'u'},'session':'s'}")).isNull();
    assertThat(it.key()).asString(UTF_8).isEqualTo("u");
    assertThat(fault(it, "{'user':{'id':12345678901234567890}}")).isNull();
    assertThat(it.key()).asString(UTF_8).isEqualTo("12345678901234567890");
    for (String user : List.of("{'id':''}", "{'id':null}", "{}", "7", "null")) {
      assertThat(fault(it, "{'session':'s','user':" + user + "}")).isNull();
      assertThat(it.key()).as(user).asString(UTF_8).isEqualTo("s");
    }
    assertThat(fault(it, "{}")).isNull();
    assertThat(it.key()).isNull();
    for (String id : List.of("1.5", "true", "[]", "{}")) {
      assertThat(fault(it, "{'user':{'id':" + id + "}}"))
          .isEqualTo("/user/id user.id is the record key, and must be a string or a whole number");
      assertThat(it.key()).isNull();
    }
  }

  private static String schema(String rest) {
    return "{'$schema':'https://json-schema.org/draft/2020-12/schema'," + rest + "}";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'type':'integer','maximum':5       | 1e19               | false
          'type':'integer','minimum':0       | -1e64              | false
          'type':'integer'                   | 1.0                | true
          'type':'integer'                   | 10e-1              | true
          'const':{'x':1}                    | {'x':1.0}          | true
          'enum':[100]                       | 1e2                | true
          'uniqueItems':true                 | [1,1.0]            | false
          'uniqueItems':true                 | [{'x':1},{'x':10e-1}] | false
          'maximum':1.5                      | 1.50               | true
          'minimum':1e300                    | 1e299              | false
          """)
  void aNumberIsTheSameHoweverItIsWritten(String keywords, String value, boolean valid) {
    Transcoder it = transcoder(schema("'properties':{'v':{" + keywords + "}}"));
    assertThat(fault(it, "{'v':" + value + "}") == null).isEqualTo(valid);
  }

  /** Twice the steps for each level, if nobody counted. */
  @Test
  void aSchemaThatBranchesIntoItselfHasSoManySteps() {
    String branch =
        "{'properties':{'k':{'const':'%s'},'a':{'items':{'$ref':'#/$defs/n'}}},'required':['k']}";
    Transcoder it =
        transcoder(
            schema(
                "'$ref':'#/$defs/n','$defs':{'n':{'oneOf':[%s,%s,%s]}}"
                    .formatted(
                        branch.formatted("and"), branch.formatted("or"), branch.formatted("not"))));
    assertThat(fault(it, "{'k':'and','a':[{'k':'or','a':[]}]}")).isNull();
    String deep = "{'k':'and','a':[".repeat(25) + "]}".repeat(25);
    assertThat(fault(it, deep))
        .isEqualTo(" it cannot be checked: it takes too long by this schema");
    assertThat(fault(it, "{'k':'and'}")).as("the next body").isNull();
  }

  /** Few keywords, each of which takes longer than the one before. */
  @Test
  void aSchemaThatBranchesIntoItselfHasSoMuchTime() {
    String branch =
        "{'properties':{'op':{'const':'%s'},'c':{'$ref':'#/$defs/e'}%s},'required':['op']%s}";
    String closed = ",'unevaluatedProperties':false";
    Transcoder unevaluated =
        transcoder(
            schema(
                "'$ref':'#/$defs/e','$defs':{'e':{'oneOf':[%s,%s]}}"
                    .formatted(
                        branch.formatted("x", "", closed), branch.formatted("y", "", closed))));
    String deep = "{'op':'x','c':".repeat(25) + "{'op':'zz'}" + "}".repeat(25);
    assertThat(fault(unevaluated, deep))
        .isEqualTo(" it cannot be checked: it takes too long by this schema");
    String text = ",'t':{'pattern':'^[a-z]*$'}";
    Transcoder patterns =
        transcoder(
            schema(
                "'$ref':'#/$defs/e','$defs':{'e':{'oneOf':[%s,%s]}}"
                    .formatted(branch.formatted("x", text, ""), branch.formatted("y", text, ""))));
    String leaf = "{'op':'x','t':'" + "a".repeat(250_000) + "'}";
    assertThat(fault(patterns, leaf)).isNull();
    assertThat(fault(patterns, "{'op':'x','c':".repeat(20) + leaf + "}".repeat(20)))
        .isEqualTo(" it cannot be checked: it takes too long by this schema");
  }

  @Test
  void whatTheStartDoesNotFindIsToldOfTheBody() {
    String loop = "'properties':{'a':{'$ref':'#/$defs/x'}},'$defs':{'x':{'$ref':'#/$defs/x'}}";
    assertThat(fault(transcoder(schema(loop)), "{'a':1}")).startsWith(" ").contains("the schema");
    assertThat(fault(transcoder(schema(loop)), "{}")).isNull();
  }

  @Test
  void arraysOfUniqueItemsAreShort() {
    Transcoder it = transcoder(schema("'properties':{'v':{'uniqueItems':true}}"));
    StringBuilder items = new StringBuilder("0");
    for (int i = 1; i < 1_000; i++) {
      items.append(',').append(i);
    }
    assertThat(fault(it, "{'v':[" + items + "]}")).isNull();
    assertThat(fault(it, "{'v':[" + items + ",'x']}"))
        .isEqualTo(" where items must be unique, an array has at most 1000 items");
  }

  @Test
  void detailsAndPointersAreShort() {
    String values = "'" + "value','".repeat(500) + "last'";
    Transcoder it = transcoder(schema("'additionalProperties':{'enum':[" + values + "]}"));
    assertThat(fault(it, "{'" + "n".repeat(900) + "':1}")).hasSizeLessThan(1_400).endsWith("…");
    String name = "n".repeat(600);
    Transcoder deep =
        transcoder(
            schema(
                "'$ref':'#/$defs/o','$defs':{'o':{'type':'object','additionalProperties':{'$ref':'#/$defs/o'}}}"));
    assertThat(fault(deep, "{'" + name + "':{'" + name + "':1}}"))
        .startsWith("/" + name + " integer");
  }

  /** With backtracking, this text would take longer than the universe has. */
  @Test
  void noPatternTakesMoreThanLinearTime() {
    Transcoder it =
        transcoder(
            "{'$schema':'https://json-schema.org/draft/2020-12/schema',"
                + "'properties':{'v':{'pattern':'^(a+)+$'}}}");
    assertThat(fault(it, "{'v':'" + "a".repeat(50_000) + "!'}")).startsWith("/v does not match");
    assertThat(fault(it, "{'v':'" + "a".repeat(50_000) + "'}")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'$schema':'http://json-schema.org/draft-07/schema#'} | $schema must be https://json-schema.org/draft/2020-12/schema
          {'$schema':'S','type':'text'}                    | at /type: does not have a value in the enumeration
          {'$schema':'S','properties':{'a':{'pattern':'(?=a)'}}} | the pattern (?=a) is not one of RE2
          {'$schema':'S','$ref':'#'}                       | it refers to itself without end
          {'$schema':'S','$ref':'#/$defs/none'}            | none
          {'$schema':'S','$ref':'https://example.com/other.json'} | 'https://example.com/other.json' is not allowed to be loaded
          {'$schema':'S','$ref':'classpath:/avro/counter-event.avsc'} | is not allowed to be loaded
          {'$schema':'S','properties':{'mail':{'x-hash':'hmac-sha256'}}} | x-hash is for Avro schemas
          {'$schema':'S','items':{'anyOf':[{'x-drop':true}]}} | x-drop is for Avro schemas
          {'$schema':'S'                                   | it is not JSON
          """)
  void whatIsNoSchemaIsRefused(String schema, String message) {
    String text =
        schema
            .replace('\'', '"')
            .replace("\"S\"", "\"https://json-schema.org/draft/2020-12/schema\"");
    assertThatThrownBy(() -> JsonSchema.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("java.");
  }

  @Test
  void namesAndValuesAreNoKeywords() {
    Transcoder it =
        transcoder(
            schema(
                "'properties':{'x-hash':{'enum':[{'x-drop':1},2]}},'examples':[{'x-hash':2}],'dependentRequired':{'x-hash':['x-hash']},'definitions':{'x-drop':{}}"));
    assertThat(fault(it, "{'x-hash':2}")).isNull();
  }
}
