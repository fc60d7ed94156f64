package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.stream.JsonForm;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each type: what it takes at its limits, and what it refuses beyond them. */
class ScalarsTest {
  private static final List<JsonForm> BOTH = List.of(JsonForm.values());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'null'    | null                    | null",
        "'boolean' | true                    | true",
        "'int'     | 2147483647              | 2147483647",
        "'int'     | -2147483648             | -2147483648",
        "'int'     | -0                      | 0",
        "'long'    | 9223372036854775807     | 9223372036854775807",
        "'long'    | -9223372036854775808    | -9223372036854775808",
        "'float'   | 3.4028235e38            | 3.4028235E38",
        "'float'   | 1.4e-45                 | 1.4E-45",
        "'float'   | 1e-999                  | 0.0",
        "'float'   | 16777217                | 1.6777216E7",
        "'double'  | 1.7976931348623157e308  | 1.7976931348623157E308",
        "'double'  | 5                       | 5.0",
        "'double'  | -0.0                    | -0.0",
        "'string'  | '\u20ac\\ud83d\\ude00'  | \u20ac\ud83d\ude00",
        "'string'  | ''                      | ``"
      })
  void aValueOfTheTypeIsRead(String type, String json, String value) throws Exception {
    for (JsonForm form : BOTH) {
      assertThat(String.valueOf(Try.type(form, type).value(json))).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'null'    | 0, '', false, [], {}                                     | be null",
        "'boolean' | 0, 1, 'true', null, []                                   | be true or false",
        "'int'     | 2147483648, -2147483649, 1.0, 1e0, '1', null, true, [1]  | be a whole number",
        "'long'    | 9223372036854775808, -9223372036854775809, 1.0, '1', {}  | be a whole number",
        "'float'   | 3.5e38, -1e39                                            | be within the range",
        "'float'   | 'x', '1', null, true                                     | be a number",
        "'double'  | 1e309, -1e99999                                          | be within the range",
        "'double'  | 'x', '1', null, [1.0]                                    | be a number",
        "'string'  | 1, null, true, ['a'], {}                                 | be a string"
      })
  void aValueOfAnotherTypeIsRefused(String type, String values, String must) throws Exception {
    for (JsonForm form : BOTH) {
      Try it = Try.type(form, type);
      for (String json : values.split(", ", -1)) {
        assertThat(it.fault("{'v':" + json + "}"))
            .as("%s as %s", json, type)
            .startsWith("/v v must " + must);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"NaN, NaN", "Infinity, Infinity", "INF, Infinity", "-Infinity, -Infinity"})
  void avrosNamesOfWhatIsNoNumberAreForItsFormOnly(String name, String value) throws Exception {
    for (String type : List.of("'float'", "'double'")) {
      assertThat(Try.type(JsonForm.AVRO, type).value("'" + name + "'")).hasToString(value);
      assertThat(Try.type(JsonForm.PLAIN, type).fault("{'v':'" + name + "'}"))
          .isEqualTo("/v v must be a number");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "AA==, 1",
    "/w==, 1",
    "+/8=, 2",
    "AAAA, 3",
    "AQIDBA==, 4",
    "A, -1",
    "AA, -1",
    "AA=, -1",
    "AAA, -1",
    "A===, -1",
    "====, -1",
    "AB==, -1",
    "AA==AA==, -1",
    "AA-_, -1",
    "AAA\u00c4, -1"
  })
  void bytesAreBase64InPlainJson(String text, int size) throws Exception {
    Try bytes = Try.type(JsonForm.PLAIN, "'bytes'");
    Try fixed = Try.type(JsonForm.PLAIN, "{'type':'fixed','name':'F','size':3}");
    if (size < 0) {
      assertThat(bytes.fault("{'v':'" + text + "'}")).startsWith("/v v must be a string of base64");
    } else {
      assertThat(((ByteBuffer) bytes.value("'" + text + "'")).remaining()).isEqualTo(size);
    }
    assertThat(fixed.fault("{'v':'" + text + "'}") == null).isEqualTo(size == 3);
  }

  @ParameterizedTest
  @CsvSource({"'', 0", "\u007f\u00ff, 2", "abc, 3", "ab\u0100, -1", "\u20ac, -1"})
  void bytesAreCharactersInAvrosForm(String raw, int size) throws Exception {
    String text = JsonText.quote(raw);
    Try bytes = Try.type(JsonForm.AVRO, "'bytes'");
    Try fixed = Try.type(JsonForm.AVRO, "{'type':'fixed','name':'F','size':3}");
    if (size < 0) {
      assertThat(bytes.fault("{'v':" + text + "}")).startsWith("/v v must be a string of char");
    } else {
      assertThat(((ByteBuffer) bytes.value(text)).remaining()).isEqualTo(size);
    }
    assertThat(fixed.fault("{'v':" + text + "}") == null).isEqualTo(size == 3);
  }

  @ParameterizedTest
  @CsvSource({"A, 0", "B1, 1", "a, -1", "'', -1", "'A ', -1", "C, -1"})
  void anEnumNamesItsSymbols(String symbol, int index) throws Exception {
    for (JsonForm form : BOTH) {
      Try it = Try.type(form, "{'type':'enum','name':'E','symbols':['A','B1'],'default':'A'}");
      if (index < 0) {
        assertThat(it.fault("{'v':'" + symbol + "'}")).isEqualTo("/v v must be one of A, B1");
      } else {
        assertThat(it.value("'" + symbol + "'")).hasToString(symbol);
      }
    }
  }
}
