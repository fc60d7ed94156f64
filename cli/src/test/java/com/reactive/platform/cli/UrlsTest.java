package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UrlsTest {
  @Test
  void theSchemeTellsOfTlsAndAddressesOfIpv6AreInBrackets() {
    assertThat(Urls.url(false, "127.0.0.1", 8080)).isEqualTo("http://127.0.0.1:8080");
    assertThat(Urls.url(true, "localhost", 8443)).isEqualTo("https://localhost:8443");
    assertThat(Urls.url(true, "::1", 8443)).isEqualTo("https://[::1]:8443");
  }
}
