package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.gateway.security.ApiKey;
import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.testbed.TestCertificate;
import com.reactive.platform.testbed.WorkFolder;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;

/**
 * How clients come to a gateway that is measured.
 *
 * @param apiKeys whether each request shows a key
 * @param tls whether connections are encrypted
 */
record GatewayClients(boolean apiKeys, boolean tls) {

  /**
   * What makes that so.
   *
   * @param settings the gateway's
   * @param headers what each request's head has besides, each line with its CRLF
   * @param tls the clients' side of it
   */
  record Equipment(Map<String, String> settings, String headers, Optional<SSLContext> tls) {
    /** The same endpoint for clients that have it. */
    HttpEndpoint on(HttpEndpoint plain) {
      return new HttpEndpoint(
          plain.address(),
          plain.paths(),
          plain.headers() + headers,
          plain.status(),
          plain.bodyPrefix(),
          plain.noted(),
          tls);
    }
  }

  static GatewayClients from(Options options) {
    return new GatewayClients(options.flag("api-keys", false), options.flag("tls", false));
  }

  /** Makes a key and a certificate, as far as they are wanted. */
  Equipment equip(WorkFolder folder) throws IOException, InterruptedException {
    Map<String, String> settings = new TreeMap<>();
    String headers = "";
    if (apiKeys) {
      ApiKey key = ApiKey.generate();
      settings.put(
          "security.api-keys-file",
          folder.write(
              "keys.yaml",
              "keys:\n  - name: benchmark\n    sha256: [\"%s\"]\n    streams: [\"*\"]\n"
                  .formatted(key.sha256Hex())));
      headers = "X-API-Key: " + key.text() + "\r\n";
    }
    Optional<SSLContext> context = Optional.empty();
    if (tls) {
      TestCertificate certificate = TestCertificate.create(folder);
      settings.put("http.tls.certificate-file", certificate.certificateFile());
      settings.put("http.tls.private-key-file", certificate.privateKeyFile());
      context = Optional.of(certificate.clientContext());
    }
    return new Equipment(settings, headers, context);
  }

  /** As they stand among the settings of a run. */
  Map<String, String> inForce() {
    Map<String, String> inForce = new TreeMap<>();
    if (apiKeys) {
      inForce.put("api-keys", "true");
    }
    if (tls) {
      inForce.put("tls", "true");
    }
    return inForce;
  }
}
