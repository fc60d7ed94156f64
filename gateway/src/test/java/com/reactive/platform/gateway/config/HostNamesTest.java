package com.reactive.platform.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LocalHost:8080",
        "localhost:",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.9.8.7",
        "[::1]",
        "[::1]:8080",
        "[0:0:0:0:0:0:0:1]:80",
        "localhost.",
        "localhost.:8080",
        "127.0.0.1.:80"
      })
  void loopbackHasTheNamesOfThisMachine(String host) {
    assertThat(HostNames.LOOPBACK.has(host)).isTrue();
    assertThat(names("127.0.0.1", "a.example").has(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":8080",
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "evil.localhost",
        "127.evil.example",
        "127.0.0.1.evil.example:127",
        "1127.0.0.1",
        "[::2]",
        "[::1",
        "[::1]x",
        ".",
        "localhost..",
        "evil.example."
      })
  void othersAreNot(String host) {
    assertThat(HostNames.LOOPBACK.has(host)).isFalse();
    assertThat(names("localhost", "").has(host)).isFalse();
    assertThat(names("::1", "a.example").has(host)).isFalse();
  }

  @Test
  void configuredNamesAreAdded() {
    HostNames names = names("127.0.0.1", "A.example, [2001:db8::1], dot.example.");
    assertThat(names.has("dot.example")).isTrue();
    assertThat(names.has("dot.example.:80")).isTrue();
    assertThat(names.has("a.EXAMPLE:443")).isTrue();
    assertThat(names.has("[2001:DB8::1]:80")).isTrue();
    assertThat(names.has("b.example")).isFalse();
    assertThat(names.has("a.example.evil.example")).isFalse();
  }

  @Test
  void elsewhereAnyNameWillDoUntilSomeAreConfigured() {
    assertThat(names("0.0.0.0", "").has("evil.example")).isTrue();
    assertThat(names("0.0.0.0", "a.example").has("evil.example")).isFalse();
    assertThat(names("127.0.0.1", "*").has("evil.example")).isTrue();
  }

  @Test
  void theAddressThatIsBoundIsAName() {
    assertThat(names("fe80::1", "a.example").has("[FE80::1]:8080")).isTrue();
    assertThat(names("[fe80::1]", "a.example").has("[fe80::1]")).isTrue();
    assertThat(names("10.1.2.3", "a.example").has("10.1.2.3:8080")).isTrue();
  }

  /** A foreign page has no credentials; a proxy in front passes on whatever Host it was sent. */
  @Test
  void anyNameWillDoWhereSomethingElseDecides() {
    assertThat(from(Map.of(), true).has("events.example")).isTrue();
    assertThat(from(Map.of("http.hosts", "a.example"), true).has("events.example")).isFalse();
  }

  private static HostNames from(Map<String, String> keys, boolean guarded) {
    return HostNames.from(Settings.ofKeys(keys), "http", "127.0.0.1", guarded);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.example:80", "http://a.example", "a b", "*.example"})
  void whatIsNoNameIsAnError(String entry) {
    Settings settings = Settings.ofKeys(Map.of("http.hosts", entry));
    HostNames.from(settings, "http", "127.0.0.1", false);
    assertThatThrownBy(settings::check)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("http.hosts");
  }

  private static HostNames names(String boundTo, String hosts) {
    return HostNames.from(Settings.ofKeys(Map.of("http.hosts", hosts)), "http", boundTo, false);
  }
}
