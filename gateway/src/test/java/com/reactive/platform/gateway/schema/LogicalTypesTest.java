package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.stream.JsonForm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import org.apache.avro.Conversions;
import org.apache.avro.generic.GenericFixed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logical types in plain JSON; in Avro's form they are nothing but their base type. */
class LogicalTypesTest {
  private static final String NO = "refused";

  private static Try plain(String base, String logical) throws SchemaException {
    return Try.type(JsonForm.PLAIN, "{'type':'" + base + "','logicalType':'" + logical + "'}");
  }

  @ParameterizedTest
  @CsvSource({
    "int, date, '2026-11-21', 20778",
    "int, date, '1969-12-31', -1",
    "int, date, '2024-02-29', 19782",
    "int, date, '2023-02-29', refused",
    "int, date, '2026-13-01', refused",
    "int, date, '2026-00-01', refused",
    "int, date, '2026-11-31', refused",
    "int, date, '2026-1-1', refused",
    "int, date, '2026-11-21 ', refused",
    "int, date, '2026-11-21T00:00:00Z', refused",
    "int, date, '+2026-11-21', refused",
    "int, time-millis, '00:00:00', 0",
    "int, time-millis, '23:59:59.999', 86399999",
    "int, time-millis, '12:34:56.7', 45296700",
    "int, time-millis, '12:34:56.789000', 45296789",
    "int, time-millis, '12:34:56.7891', refused",
    "int, time-millis, '12:34', refused",
    "int, time-millis, '24:00:00', refused",
    "int, time-millis, '23:59:60', refused",
    "int, time-millis, '12:34:56.', refused",
    "int, time-millis, '12:34:56Z', refused",
    "long, time-micros, '23:59:59.999999', 86399999999",
    "long, time-micros, '00:00:00.000001', 1",
    "long, timestamp-millis, '1970-01-01T00:00:00Z', 0",
    "long, timestamp-millis, '1970-01-01t00:00:00.001z', 1",
    "long, timestamp-millis, '1970-01-01T00:00:00+00:01', -60000",
    "long, timestamp-millis, '1970-01-01T00:00:00-00:00', 0",
    "long, timestamp-millis, '1969-12-31T23:59:59.999Z', -1",
    "long, timestamp-millis, '0000-01-01T00:00:00Z', -62167219200000",
    "long, timestamp-millis, '9999-12-31T23:59:59.999Z', 253402300799999",
    "long, timestamp-millis, '1970-01-01T00:00:00', refused",
    "long, timestamp-millis, '1970-01-01 00:00:00Z', refused",
    "long, timestamp-millis, '1970-01-01T00:00:00+24:00', refused",
    "long, timestamp-millis, '1970-01-01T00:00:00+0100', refused",
    "long, timestamp-millis, '1970-01-01T00:00:00.0001Z', refused",
    "long, timestamp-millis, '1970-01-01', refused",
    "long, timestamp-millis, '', refused",
    "long, timestamp-micros, '1970-01-01T00:00:00.000001Z', 1",
    "long, timestamp-nanos, '2262-04-11T23:47:16.854775807Z', 9223372036854775807",
    "long, timestamp-nanos, '2262-04-11T23:47:16.854775808Z', refused",
    "long, timestamp-nanos, '1677-09-21T00:12:43.145224193Z', -9223372036854775807",
    "long, timestamp-nanos, '1677-09-21T00:12:43.145224191Z', refused",
    "long, timestamp-nanos, '9999-12-31T23:59:59Z', refused",
    "long, local-timestamp-millis, '1970-01-01T00:00:01', 1000",
    "long, local-timestamp-millis, '1970-01-01T00:00:01Z', refused",
    "long, local-timestamp-micros, '1969-12-31T23:59:59.999999', -1",
    "long, local-timestamp-nanos, '1970-01-01T00:00:00.000000001', 1"
  })
  void timesAreTextsOfRfc3339(String base, String logical, String text, String value)
      throws Exception {
    Try it = plain(base, logical);
    if (value.equals(NO)) {
      assertThat(it.fault("{'v':'" + text + "'}")).startsWith("/v v must be a string such as ");
    } else {
      assertThat(it.value("'" + text + "'")).hasToString(value);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "int, date, -2147483648, true",
    "int, date, 2147483648, false",
    "int, date, 1.0, false",
    "int, time-millis, 86399999, true",
    "int, time-millis, 86400000, false",
    "int, time-millis, -1, false",
    "long, time-micros, 86399999999, true",
    "long, time-micros, 86400000000, false",
    "long, timestamp-millis, -9223372036854775808, true",
    "long, timestamp-millis, 9223372036854775808, false",
    "long, timestamp-micros, 1e3, false",
    "long, timestamp-nanos, 9223372036854775807, true",
    "long, local-timestamp-millis, -1, true",
    "long, timestamp-millis, null, false",
    "long, timestamp-millis, true, false",
    "long, timestamp-millis, {}, false"
  })
  void timesAreAlsoNumbersOfTheirUnit(String base, String logical, String number, boolean read)
      throws Exception {
    Try it = plain(base, logical);
    if (read) {
      assertThat(it.value(number)).hasToString(number);
    } else {
      assertThat(it.fault("{'v':" + number + "}")).startsWith("/v v must be a string such as ");
    }
  }

  @Test
  void everyZoneMeansTheSameMoment() throws Exception {
    Try it = plain("long", "timestamp-micros");
    Instant instant = Instant.parse("2026-11-21T12:34:56.789012Z");
    long micros = instant.getEpochSecond() * 1_000_000 + 789_012;
    assertThat(it.value("'2026-11-21T18:04:56.789012+05:30'")).isEqualTo(micros);
    assertThat(it.value("'2026-11-21T00:49:56.789012-11:45'")).isEqualTo(micros);
    assertThat(it.value("'2026-11-22T12:33:56.789012+23:59'")).isEqualTo(micros);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.00",
    "-0.0, 0.00",
    "12.5, 12.50",
    "12.500, 12.50",
    "-999.99, -999.99",
    "999.99, 999.99",
    "1e2, 100.00",
    "1.5E-1, 0.15",
    "99999e-2, 999.99",
    "0e999999, 0.00",
    "1000, refused",
    "999.991, refused",
    "0.001, refused",
    "1e3, refused",
    "1e-3, refused",
    "1e999999, refused",
    "1e-999999, refused",
    "1e1000000, refused",
    "1e99999999999999999999, refused",
    "true, refused",
    "null, refused",
    "[1], refused"
  })
  void decimalsAreExact(String number, String value) throws Exception {
    String type = "'logicalType':'decimal','precision':5,'scale':2}";
    Try bytes = Try.type(JsonForm.PLAIN, "{'type':'bytes'," + type);
    Try fixed = Try.type(JsonForm.PLAIN, "{'type':'fixed','name':'F','size':7," + type);
    if (value.equals(NO)) {
      String must =
          "/v v must be a decimal number of at most 3 digits before the point and 2 after it";
      assertThat(bytes.fault("{'v':" + number + "}")).isEqualTo(must);
      assertThat(fixed.fault("{'v':" + number + "}")).isEqualTo(must);
      return;
    }
    for (String json : new String[] {number, "'" + number + "'"}) {
      ByteBuffer read = (ByteBuffer) bytes.value(json);
      byte[] unscaled = new byte[read.remaining()];
      read.get(unscaled);
      assertThat(new BigDecimal(new BigInteger(unscaled), 2)).hasToString(value);
      byte[] wide = ((GenericFixed) fixed.value(json)).bytes();
      assertThat(new BigDecimal(new BigInteger(wide), 2)).hasToString(value);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " 1", "1 ", "+1", ".5", "1.", "1e", "1e+", "0x1", "1_0", "NaN", "\u0661"})
  void whatIsNoNumberInAStringIsNoDecimal(String text) throws Exception {
    String type = "'logicalType':'decimal','precision':5,'scale':2}";
    assertThat(Try.type(JsonForm.PLAIN, "{'type':'bytes'," + type).fault("{'v':'" + text + "'}"))
        .startsWith("/v v must be a decimal number");
    assertThat(plain("bytes", "big-decimal").fault("{'v':'" + text + "'}"))
        .startsWith("/v v must be a decimal number");
  }

  @Test
  void aBigDecimalKeepsItsScale() throws Exception {
    Try it = plain("bytes", "big-decimal");
    for (String number : new String[] {"0", "0.00", "-12.50", "1E+1000", "1E-1000", "7E+3"}) {
      ByteBuffer read = (ByteBuffer) it.value(number);
      byte[] bytes = new byte[read.remaining()];
      read.get(bytes);
      assertThat(
              new Conversions.BigDecimalConversion().fromBytes(ByteBuffer.wrap(bytes), null, null))
          .isEqualTo(new BigDecimal(number));
    }
    assertThat(it.fault("{'v':1e1001}")).startsWith("/v v must be a decimal number");
    assertThat(it.fault("{'v':'" + "1".repeat(1_001) + "'}"))
        .startsWith("/v v must be a decimal number");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "01234567-89ab-cdef-0123-456789abcde",
        "01234567-89ab-cdef-0123-456789abcdef0",
        "0123456789abcdef0123456789abcdef",
        "g1234567-89ab-cdef-0123-456789abcdef",
        "01234567889ab-cdef-0123-456789abcdef",
        "\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661-89ab-cdef-0123-456789abcdef",
        "{1234567-89ab-cdef-0123-456789abcde}"
      })
  void whatIsNoUuidIsRefused(String text) throws Exception {
    String fixed = "{'type':'fixed','name':'F','size':16,'logicalType':'uuid'}";
    assertThat(plain("string", "uuid").fault("{'v':'" + text + "'}"))
        .startsWith("/v v must be a UUID like ");
    assertThat(Try.type(JsonForm.PLAIN, fixed).fault("{'v':'" + text + "'}"))
        .startsWith("/v v must be a UUID like ");
  }

  @ParameterizedTest
  @CsvSource({
    "P1M2DT3.004S, 1, 2, 3004",
    "P1Y, 12, 0, 0",
    "P3W, 0, 21, 0",
    "P1Y2M3W4DT5H6M7.8S, 14, 25, 18367800",
    "PT0S, 0, 0, 0",
    "PT0.0010S, 0, 0, 1",
    "P4294967295M4294967295DT4294967.295S, 4294967295, 4294967295, 4294967295"
  })
  void durationsAreOfIso8601(String text, long months, long days, long millis) throws Exception {
    Try it =
        Try.type(JsonForm.PLAIN, "{'type':'fixed','name':'F','size':12,'logicalType':'duration'}");
    ByteBuffer read =
        ByteBuffer.wrap(((GenericFixed) it.value("'" + text + "'")).bytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    assertThat(Integer.toUnsignedLong(read.getInt())).isEqualTo(months);
    assertThat(Integer.toUnsignedLong(read.getInt())).isEqualTo(days);
    assertThat(Integer.toUnsignedLong(read.getInt())).isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "P",
        "PT",
        "P1",
        "1M",
        "p1m",
        "P1MT",
        "P1D2M",
        "P1M1M",
        "PT1S1S",
        "P-1M",
        "-P1M",
        "P1.5M",
        "PT1.5M",
        "PT1.S",
        "PT.5S",
        "PT0.0001S",
        "P1H",
        "PT1D",
        "PT1ST1S",
        "P4294967296M",
        "P357913942Y",
        "PT4294967.296S",
        "PT99999999999S",
        "P1M ",
        "P\u0661M"
      })
  void whatIsNoDurationIsRefused(String text) throws Exception {
    Try it =
        Try.type(JsonForm.PLAIN, "{'type':'fixed','name':'F','size':12,'logicalType':'duration'}");
    assertThat(it.fault("{'v':'" + text + "'}")).startsWith("/v v must be a duration like ");
  }

  @Test
  void avrosFormKnowsBaseTypesOnly() throws Exception {
    Try time = Try.type(JsonForm.AVRO, "{'type':'long','logicalType':'timestamp-millis'}");
    assertThat(time.value("-5")).isEqualTo(-5L);
    assertThat(time.fault("{'v':'2026-11-21T12:34:56Z'}"))
        .isEqualTo("/v v must be a whole number of 64 bits");
    Try uuid = Try.type(JsonForm.AVRO, "{'type':'string','logicalType':'uuid'}");
    assertThat(uuid.value("'none'")).hasToString("none");
  }
}
