package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpLogsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 127, 128, 200, 20_000})
  void aReaderOfOpenTelemetryFindsTheBody(int bytes) throws Exception {
    byte[] body = new byte[bytes];
    new Random(bytes).nextBytes(body);
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(OtlpLogs.ENVELOPE.before().apply(bytes));
    request.writeBytes(body);

    ExportLogsServiceRequest read = ExportLogsServiceRequest.parseFrom(request.toByteArray());

    assertThat(read.getResourceLogs(0).getScopeLogs(0).getLogRecordsList())
        .singleElement()
        .satisfies(
            record -> assertThat(record.getBody().getBytesValue().toByteArray()).isEqualTo(body));
  }
}
