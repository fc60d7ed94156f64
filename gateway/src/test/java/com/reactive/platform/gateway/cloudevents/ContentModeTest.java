package com.reactive.platform.gateway.cloudevents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentModeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "-                                                | false | NONE",
        "application/json                                 | false | NONE",
        "text/plain                                       | false | NONE",
        "-                                                | true  | BINARY",
        "application/json                                 | true  | BINARY",
        "application/json; charset=UTF-8                  | true  | BINARY",
        "APPLICATION/VND.Order+JSON;v=1 ; charset=\"utf-8\" | true | BINARY",
        "text/json                                        | true  | BINARY",
        "application/xml                                  | true  | BINARY_NOT_JSON",
        "application/json; charset=latin1                 | true  | BINARY_NOT_JSON",
        "json                                             | true  | BINARY_NOT_JSON",
        "application/cloudevents+json                     | false | STRUCTURED",
        "application/cloudevents+json                     | true  | STRUCTURED",
        "Application/CloudEvents+JSON; Charset=utf-8      | false | STRUCTURED",
        "application/cloudevents+json; charset=utf-16     | false | OTHER_FORMAT",
        "application/cloudevents                          | false | OTHER_FORMAT",
        "application/cloudevents+avro                     | true  | OTHER_FORMAT",
        "application/cloudevents-batch+json               | false | BATCHED",
        "application/cloudevents-batch+json; charset=utf-8 | true | BATCHED",
      })
  void theHeadOfTheRequestDecides(String contentType, boolean hasSpecVersion, ContentMode mode) {
    assertThat(ContentMode.of(contentType, hasSpecVersion)).isEqualTo(mode);
    assertThat(mode.refusal() == null)
        .isEqualTo(
            mode == ContentMode.NONE
                || mode == ContentMode.BINARY
                || mode == ContentMode.STRUCTURED);
  }
}
