package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By which headers a body is protobuf, and which streams take it. */
class ProtobufTypeTest {
  @ParameterizedTest
  @CsvSource({
    "application/protobuf, PROTOBUF",
    "application/x-protobuf, PROTOBUF",
    "Application/Protobuf; proto=n.R, PROTOBUF",
    "application/json, JSON",
    "application/json; charset=utf-8, JSON",
    "application/protobufs, JSON",
    ", JSON"
  })
  void theContentTypeTellsTheFormat(String type, BodyFormat format) {
    assertThat(RequestValidator.format(headers(type))).isEqualTo(format);
  }

  @Test
  void theDataOfACloudEventIsJson() {
    HttpHeaders headers = headers("application/protobuf");
    assertThat(RequestValidator.isPlainProtobuf(headers)).isTrue();
    headers.set("ce-specversion", "1.0");
    assertThat(RequestValidator.isPlainProtobuf(headers)).isFalse();
  }

  @Test
  void onlyAStreamWithNumbersTakesProtobuf() throws Exception {
    Settings settings = Settings.ofKeys(Map.of("streams.counter.enabled", "true"));
    StreamDefinition stream =
        StreamsConfig.from(settings, new StreamsConfig.Defaults(1_000, 20, 20, 20, true)).get(0);
    TranscoderPlan plan =
        TranscoderPlan.compile(stream.schema(), stream.json(), stream.key(), Set.of("customerId"));
    HttpHeaders headers = headers("application/protobuf");
    Problem refusal = RequestValidator.mediaTypeFault(headers, running(stream, plan));
    assertThat(refusal.type()).isEqualTo(Rejection.UNSUPPORTED_MEDIA_TYPE);
    assertThat(refusal.header()).isEqualTo("application/json");
    assertThat(stream.protobuf().hasNumbers()).isTrue();
    TranscoderPlan both = plan.withProtobuf(stream.protoFile(), false);
    assertThat(RequestValidator.mediaTypeFault(headers, running(stream, both))).isNull();
    Problem text = RequestValidator.mediaTypeFault(headers("text/plain"), running(stream, both));
    assertThat(text.header()).isEqualTo("application/json, application/protobuf");
  }

  private static StreamRuntime running(StreamDefinition stream, TranscoderPlan plan) {
    return new StreamRuntime(stream, 0, 0, plan, new byte[0], () -> true);
  }

  private static HttpHeaders headers(String type) {
    HttpHeaders headers = new DefaultHttpHeaders();
    return type == null ? headers : headers.set("content-type", type);
  }
}
