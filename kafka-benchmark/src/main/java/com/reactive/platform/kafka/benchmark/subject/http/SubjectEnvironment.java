package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.gateway.security.ApiKey;
import com.reactive.platform.testbed.TestCertificate;
import com.reactive.platform.testbed.WorkFolder;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;

/**
 * The surroundings of a measured gateway: its files, the key and the certificate that its clients
 * use, and a collector of its traces. For one thread.
 */
final class SubjectEnvironment implements AutoCloseable {
  private final WorkFolder folder = new WorkFolder();
  private final Map<String, String> settings = new TreeMap<>();
  private String headers = "";
  private SSLContext tls;
  private OtlpStub collector;

  /** Makes what the options ask for. */
  SubjectEnvironment(GatewayOptions options) throws IOException, InterruptedException {
    try {
      if (options.apiKeys()) {
        requireKey();
      }
      if (options.idempotencyKeys()) {
        headers += FreshKeys.HEADER;
      }
      if (options.tls()) {
        encrypt();
      }
      if (options.collector()) {
        collector = new OtlpStub();
        settings.put("otel.exporter.otlp.endpoint", collector.endpoint());
        settings.put("otel.metrics.exporter", "none");
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private void requireKey() throws IOException {
    ApiKey key = ApiKey.generate();
    settings.put(
        "security.api-keys-file",
        folder.write(
            "keys.yaml",
            "keys:\n  - name: benchmark\n    sha256: [\"%s\"]\n    streams: [\"*\"]\n"
                .formatted(key.sha256Hex())));
    headers = "X-API-Key: " + key.text() + "\r\n";
  }

  private void encrypt() throws IOException, InterruptedException {
    TestCertificate certificate = TestCertificate.create(folder);
    settings.put("http.tls.certificate-file", certificate.certificateFile());
    settings.put("http.tls.private-key-file", certificate.privateKeyFile());
    tls = certificate.clientContext();
  }

  WorkFolder folder() {
    return folder;
  }

  /** Settings of the gateway that belong to these surroundings. */
  Map<String, String> settings() {
    return settings;
  }

  /** Lines of each request's head, with their CRLF. */
  String headers() {
    return headers;
  }

  /** The clients' side of TLS. */
  Optional<SSLContext> tls() {
    return Optional.ofNullable(tls);
  }

  /** Bytes of traces that the collector has received; 0 if there is none. */
  long traceBytes() {
    return collector == null ? 0 : collector.bytes();
  }

  @Override
  public void close() {
    if (collector != null) {
      collector.close();
    }
    folder.close();
  }
}
