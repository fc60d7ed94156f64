package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.config.Settings;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The versions of HTTP that the data port speaks. HTTP/1.1 is always among them.
 *
 * @param http2 HTTP/2 as well, by ALPN, prior knowledge or upgrade
 */
public record HttpVersions(boolean http2) {
  /** Names by which TLS negotiates a protocol (ALPN). */
  static final String H2 = "h2";

  private static final String HTTP_1_1 = "http/1.1";
  private static final String KEY = "http.versions";

  static HttpVersions from(Settings settings) {
    List<String> versions =
        Stream.of(
                settings
                    .text(KEY, "1.1,2", "1.1 or 1.1,2: versions of HTTP; without 2: HTTP/1.1 only")
                    .split(",", -1))
            .map(String::strip)
            .toList();
    if (!versions.contains("1.1") || !Set.of("1.1", "2").containsAll(versions)) {
      settings.reject(KEY, "must be 1.1 or 1.1,2, not '" + String.join(",", versions) + "'");
    }
    return new HttpVersions(versions.contains("2"));
  }

  /** As it is set. */
  public String text() {
    return http2 ? "1.1,2" : "1.1";
  }

  /** What TLS offers, the preferred first. */
  public List<String> applicationProtocols() {
    return http2 ? List.of(H2, HTTP_1_1) : List.of(HTTP_1_1);
  }
}
