package com.reactive.platform.gateway.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistryConfigTest {

  @Test
  void theDefaults() {
    RegistryConfig config = RegistryConfig.from(Settings.ofKeys(Map.of()));

    assertThat(config.url()).isEmpty();
    assertThat(config.mode()).isEqualTo(RegistryConfig.Mode.LOOKUP);
    assertThat(config.hasCredentials()).isFalse();
    assertThat(config.cacheFile())
        .contains(Path.of(System.getProperty("user.home"), ".reactive", "schema-ids.json"));
    assertThat(config.timeoutMillis()).isEqualTo(5_000);
  }

  @Test
  void everyKeyCounts() {
    Settings settings =
        Settings.ofKeys(
            Map.of(
                "registry.url", "https://registry.example:8081/apis/ccompat/v7/",
                "registry.mode", "register",
                "registry.username", "gateway",
                "registry.password", "s3cret",
                "registry.cache-file", "/tmp/ids.json",
                "registry.timeout-ms", "700"));
    RegistryConfig config = RegistryConfig.from(settings);
    settings.check();

    assertThat(config.url().orElseThrow())
        .hasToString("https://registry.example:8081/apis/ccompat/v7");
    assertThat(config.mode()).isEqualTo(RegistryConfig.Mode.REGISTER);
    assertThat(config.username()).contains("gateway");
    assertThat(config.password()).contains("s3cret");
    assertThat(config.cacheFile()).contains(Path.of("/tmp/ids.json"));
    assertThat(config.timeoutMillis()).isEqualTo(700);
    assertThat(config.toString()).contains("registry.example").doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "registry.url,        registry:8081,               'must be http://HOST or'",
    "registry.url,        ftp://registry,              'must be http://HOST or'",
    "registry.url,        http:///subjects,            'must be http://HOST or'",
    "registry.url,        http://a b/,                 'is not a URL'",
    "registry.url,        http://r/?a=b,               'must not have a query'",
    "registry.url,        http://me:s3cret@r/,         'must not contain credentials'",
    "registry.username,   gateway,                     'registry.password: is missing'",
    "registry.password,   s3cret,                      'registry.username: is missing'",
    "registry.bearer-token, 's3 cret',                 'must be printable ASCII'",
    "registry.mode,       both,                        'must be one of lookup, register'",
    "registry.timeout-ms, 5,                           'must be a whole number from 100 to 60000'",
  })
  void aBadValueIsRefusedWithoutItsSecret(String key, String value, String reason) {
    Settings settings = Settings.ofKeys(Map.of(key, value));
    RegistryConfig.from(settings);

    assertThatThrownBy(settings::check)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("s3cret")
        .hasMessageNotContaining("s3 cret");
  }

  @Test
  void oneWayToAuthenticateIsEnough() {
    Settings settings =
        Settings.ofKeys(
            Map.of(
                "registry.username", "a", "registry.password", "b", "registry.bearer-token", "c"));
    RegistryConfig.from(settings);

    assertThatThrownBy(settings::check)
        .hasMessage("registry.bearer-token: cannot be given together with registry.username");
  }
}
