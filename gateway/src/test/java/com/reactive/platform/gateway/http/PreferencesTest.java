package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreferencesTest {

  /** Lines are apart by a tilde. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          respond-async                           | true  | -1
          Respond-Async , Wait=5                  | true  | 5
          respond-async ~ wait=5                  | true  | 5
          wait=10                                 | false | 10
          wait = 10                               | false | 10
          wait="10"                               | false | 10
          wait=0                                  | false | 0
          wait=99999999999999999999               | false | 2147483647
          wait=1, wait=2                          | false | 1
          wait=x, wait=2                          | false | -1
          wait=-1                                 | false | -1
          wait=1.5                                | false | -1
          wait                                    | false | -1
          wait=""                                 | false | -1
          wait=                                   | false | -1
          respond-async; foo="a,b;wait=3"         | true  | -1
          foo="respond-async, wait=3"             | false | -1
          foo="\\", respond-async", wait=4        | false | 4
          foo; wait=3                             | false | -1
          foo=wait=3, wait=7                      | false | 7
          foo="never ends, respond-async          | false | -1
          ,, ; = , respond-async ,                | true  | -1
          respond-asynchronously, awaits=1        | false | -1
          return=minimal, handling=lenient        | false | -1
          """)
  void whatIsPreferred(String lines, boolean respondAsync, int waitSeconds) {
    DefaultHttpHeaders headers = new DefaultHttpHeaders();
    for (String line : lines.split("~", -1)) {
      headers.add("Prefer", line.strip());
    }
    assertThat(Preferences.of(headers)).isEqualTo(new Preferences(respondAsync, waitSeconds));
  }

  @Test
  void mostSayNothing() {
    assertThat(Preferences.of(new DefaultHttpHeaders())).isSameAs(Preferences.NONE);
    assertThat(Preferences.of(new DefaultHttpHeaders().set("prefer", "")))
        .isEqualTo(Preferences.NONE);
  }
}
