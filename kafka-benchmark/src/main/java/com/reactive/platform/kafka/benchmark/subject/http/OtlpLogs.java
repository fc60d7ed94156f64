package com.reactive.platform.kafka.benchmark.subject.http;

import java.io.ByteArrayOutputStream;

/**
 * The bytes before a body that is posted as the body of the only log record of an OTLP request, in
 * protobuf. They depend on its length only, and nothing follows it.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otlp/#binary-protobuf-encoding">OTLP</a>
 */
final class OtlpLogs {
  static final HttpEndpoint.Envelope ENVELOPE =
      new HttpEndpoint.Envelope("application/x-protobuf", OtlpLogs::before);

  /** Numbers of the fields from the body outwards, all of wire type LEN. */
  private static final int[] FIELDS = {
    7, // AnyValue.bytes_value
    5, // LogRecord.body
    2, // ScopeLogs.log_records
    2, // ResourceLogs.scope_logs
    1 // ExportLogsServiceRequest.resource_logs
  };

  private static final int LEN = 2;

  private OtlpLogs() {}

  private static byte[] before(int bodyBytes) {
    byte[] inner = {};
    for (int field : FIELDS) {
      ByteArrayOutputStream outer = new ByteArrayOutputStream();
      outer.write(field << 3 | LEN);
      writeVarint(outer, inner.length + bodyBytes);
      outer.writeBytes(inner);
      inner = outer.toByteArray();
    }
    return inner;
  }

  private static void writeVarint(ByteArrayOutputStream out, int value) {
    int rest = value;
    for (; rest > 0x7f; rest >>>= 7) {
      out.write((rest & 0x7f) | 0x80);
    }
    out.write(rest);
  }
}
