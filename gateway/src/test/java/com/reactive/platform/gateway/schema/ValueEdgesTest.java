package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.stream.JsonForm;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The last values that a type holds, the first that it does not, and texts at UTF-8's edges. */
class ValueEdgesTest {
  private static final List<JsonForm> BOTH = List.of(JsonForm.PLAIN, JsonForm.AVRO);

  @ParameterizedTest
  @CsvSource({
    "int, -2147483648, true",
    "int, 2147483647, true",
    "int, -0, true",
    "int, -2147483649, false",
    "int, 2147483648, false",
    "int, 1E0, false",
    "int, 0.0, false",
    "int, 12345678901234567890123456789, false",
    "long, -9223372036854775808, true",
    "long, 9223372036854775807, true",
    "long, -9223372036854775809, false",
    "long, 9223372036854775808, false",
    "long, 1e18, false"
  })
  void wholeNumbersEndWhereTheirTypeDoes(String type, String number, boolean taken)
      throws Exception {
    for (JsonForm form : BOTH) {
      Try it = Try.type(form, "'" + type + "'");
      if (taken) {
        assertThat(it.value(number)).hasToString(number.equals("-0") ? "0" : number);
      } else {
        assertThat(it.fault("{'v':" + number + "}")).startsWith("/v v must be a whole number");
      }
    }
  }

  /** Rounded once, to the nearest value that the type has; never to infinity. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-0",
        "-0.0",
        "0e999",
        "1.4e-45",
        "7.006492321624086e-46",
        "1e-46",
        "-1e-400",
        "1.17549435e-38",
        "3.4028235e38",
        "3.40282356e38",
        "3.4028235677973366e38",
        "3.5e38",
        "16777217",
        "0.1",
        "1.00000017881393432617187499",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.2250738585072012e-308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "-1.8e308",
        "9007199254740993",
        "1e23",
        "123456789012345678901234567890123456789e-20",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000001"
      })
  void fractionsAreRoundedAsJavaDoes(String number) throws Exception {
    for (JsonForm form : BOTH) {
      float single = Float.parseFloat(number);
      Try floats = Try.type(form, "'float'");
      if (Float.isFinite(single)) {
        assertThat(floats.value(number)).isEqualTo(single);
      } else {
        assertThat(floats.fault("{'v':" + number + "}")).contains("range of a float");
      }
      double twice = Double.parseDouble(number);
      Try doubles = Try.type(form, "'double'");
      if (Double.isFinite(twice)) {
        assertThat(doubles.value(number)).isEqualTo(twice);
      } else {
        assertThat(doubles.fault("{'v':" + number + "}")).contains("range of a double");
      }
    }
  }

  @Test
  void everyByteHasACharacterInAvrosForm() throws Exception {
    Try bytes = Try.type(JsonForm.AVRO, "'bytes'");
    Try fixed = Try.type(JsonForm.AVRO, "{'type':'fixed','name':'F','size':256}");
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 256; i++) {
      String escaped = String.format("\\u%04x", i);
      all.append(escaped);
      ByteBuffer one = (ByteBuffer) bytes.value("'" + escaped + "'");
      assertThat(one.remaining()).isEqualTo(1);
      assertThat(one.get()).isEqualTo((byte) i);
    }
    assertThat(fixed.fault("{'v':'" + all + "'}")).isNull();
    assertThat(fixed.fault("{'v':'" + all + "x'}")).startsWith("/v v must be a string of 256");
    assertThat(bytes.fault("{'v':'\\u0100'}")).startsWith("/v v must be a string of characters");
    assertThat(bytes.fault("{'v':'\\ud83d\\ude00'}")).startsWith("/v v must be");
  }

  /** As it was sent: nothing is normalized, stripped or replaced. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\u0000",
        "a\u0000b",
        "\u007f\u0080\u009f",
        "\u07ff\u0800",
        "\ufeff",
        "\ufdd0\ufffe\uffff",
        "\ud83f\udffe\udbff\udfff",
        "e\u0301 is not \u00e9",
        "\u202e\u2028\u2029",
        "\ud800\udc00",
        "\ud7ff\ue000",
        "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67"
      })
  void textsAreStoredAsTheyAre(String text) throws Exception {
    for (JsonForm form : BOTH) {
      Try texts = Try.type(form, "'string'");
      Try maps = Try.type(form, "{'type':'map','values':'int'}");
      StringBuilder escaped = new StringBuilder();
      text.chars().forEach(c -> escaped.append(String.format("\\u%04X", c)));
      for (String json : List.of(JsonText.quote(text), "\"" + escaped + "\"")) {
        assertThat(texts.value(json)).hasToString(text);
        Map<?, ?> map = (Map<?, ?>) maps.value("{" + json + ":1}");
        assertThat(map.keySet()).singleElement().hasToString(text);
        assertThat(maps.fault("{'v':{" + json + ":1,\"" + escaped + "\":2}}"))
            .startsWith("400 a field occurs twice");
      }
    }
  }

  /** In code points: not in bytes, nor in the chars of a JVM. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "\u00e9", "\u20ac", "\ud83d\ude00", "\u0301"})
  void lengthsAreCountedInCodePoints(String one) throws Exception {
    Try it = Try.fields("{'name':'v','type':'string','x-min-length':2,'x-max-length':4}");
    for (int count = 0; count < 7; count++) {
      boolean fits = count >= 2 && count <= 4;
      assertThat(it.fault("{'v':'" + one.repeat(count) + "'}") == null).isEqualTo(fits);
    }
  }

  /** A list of which each element holds the next: as deep as JSON may be nested. */
  @Test
  void aRecordMayContainItselfDownToTheLimitOfNesting() throws Exception {
    String fields = "{'name':'next','type':['null','R'],'default':null}";
    Try plain = Try.fields(fields);
    String deep = "{'next':".repeat(63) + "{}" + "}".repeat(63);
    GenericRecord record = plain.read(deep);
    int depth = 0;
    while (record != null) {
      record = (GenericRecord) record.get("next");
      depth++;
    }
    assertThat(depth).isEqualTo(64);
    assertThat(plain.fault("{'next':" + deep + "}")).startsWith("400 a limit is exceeded");
    Try tagged = Try.fields(JsonForm.AVRO, List.of(), List.of(), fields);
    String half = "{'next':{'n.R':".repeat(31) + "{'next':null}" + "}}".repeat(31);
    assertThat(tagged.fault(half)).isNull();
    assertThat(tagged.fault("{'next':{'n.R':" + half + "}}")).startsWith("400 a limit");
  }

  @Test
  void emptyArraysAndMapsAreValuesOfTheirOwn() throws Exception {
    Try it = Try.type(JsonForm.PLAIN, "{'type':'array','items':{'type':'map','values':'null'}}");
    assertThat(it.value("[]")).hasToString("[]");
    assertThat(it.value("[{},{}]")).hasToString("[{}, {}]");
    assertThat(it.value("[{'':null}]")).hasToString("[{=null}]");
    assertThat(it.fault("{'v':[{'':0}]}")).startsWith("/v/0/ a value in v must be null");
  }
}
