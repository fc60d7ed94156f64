package com.reactive.platform.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is no Avro schema is refused with a sentence, whatever Avro's parser throws. */
class StreamSchemaFileTest {
  private static final StreamsConfig.Defaults DEFAULTS =
      new StreamsConfig.Defaults(65_536, 20, 20, 20, true);

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "'Unknown'",
        "''",
        "[['null']]",
        "{'type':'fixed','name':'F','size':-1}",
        "{'type':'enum','symbols':['A']}",
        "{'type':'record','name':'R','fields':[{'name':'a','type':'Unknown'}]}",
        "{'type':'record','name':'R','fields':[{'name':'a','type':'int','order':'upward'}]}",
        "{'type':'record','name':'R','fields':[{'name':'a','type':'int','default':'x'}]}"
      })
  void isRefusedByItsKey(String json) throws IOException {
    Path file = Files.writeString(directory.resolve("x.avsc"), json.replace('\'', '"'));
    Settings settings = Settings.ofKeys(Map.of("streams.x.schema", file.toString()));
    StreamsConfig.from(settings, DEFAULTS);
    ConfigException refusal = catchThrowableOfType(ConfigException.class, settings::check);
    assertThat(refusal.errors())
        .singleElement()
        .asString()
        .startsWith("streams.x.schema: " + file + " is not an Avro schema: ");
  }
}
