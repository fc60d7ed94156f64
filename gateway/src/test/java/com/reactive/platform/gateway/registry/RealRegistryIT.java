package com.reactive.platform.gateway.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the registry of our tests behaves as one that is used in production. */
class RealRegistryIT {
  private static final String SUBJECT = "orders-value";

  @TempDir private Path directory;

  @Test
  void idsComeFromApicurio() throws Exception {
    assumeTrue(RealRegistry.archive().isPresent(), () -> "get it: " + RealRegistry.HOW_TO_GET_IT);
    Schema order = new Schema.Parser().parse(Files.readString(Path.of("../examples/orders.avsc")));
    Schema other =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"com.example.shop.Order\",\"fields\":"
                    + "[{\"name\":\"number\",\"type\":\"long\"}]}");
    Path home = Files.createDirectory(directory.resolve("registry"));
    String url;
    int id;
    try (RealRegistry apicurio = RealRegistry.start(home)) {
      url = apicurio.url();
      enforceCompatibility(apicurio);

      assertThatThrownBy(
              () -> registry(url, "lookup").idOf("orders", SUBJECT, RegistrySchema.avro(order)))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("the schema is not registered");
      id = registry(url, "register").idOf("orders", SUBJECT, RegistrySchema.avro(order));
      followsTheLatest(url, order);
      assertThat(registry(url, "register").idOf("orders", SUBJECT, RegistrySchema.avro(order)))
          .isEqualTo(id);
      assertThat(registry(url, "lookup").idOf("orders", SUBJECT, RegistrySchema.avro(order)))
          .isEqualTo(id);
      assertThatThrownBy(
              () -> registry(url, "lookup").idOf("orders", SUBJECT, RegistrySchema.avro(other)))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("the schema is not registered");
      assertThatThrownBy(
              () -> registry(url, "register").idOf("orders", SUBJECT, RegistrySchema.avro(other)))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("the schema is incompatible with the registered versions: ");
      assertThatThrownBy(
              () ->
                  registry(apicurio.address(), "lookup")
                      .idOf("orders", SUBJECT, RegistrySchema.avro(order)))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("no Confluent API at that address (404)");
    }
    // It is down now.
    assertThat(registry(url, "lookup").idOf("orders", SUBJECT, RegistrySchema.avro(order)))
        .isEqualTo(id);
    assertThatThrownBy(
            () -> registry(url, "lookup").idOf("orders", SUBJECT, RegistrySchema.avro(other)))
        .isInstanceOf(IOException.class);
  }

  private void followsTheLatest(String url, Schema order) throws Exception {
    Settings settings =
        Settings.ofKeys(Map.of("registry.url", url, "registry.timeout-ms", "60000"));
    RegistryConfig config = RegistryConfig.from(settings);
    RegistryClient client = new RegistryClient(config, URI.create(url));
    LatestSchema latest = client.latest(SUBJECT);
    assertThat(new Schema.Parser().parse(latest.schema())).isEqualTo(order);
    assertThat(latest.type()).isEqualTo("AVRO");
    assertThat(latest.version()).isPositive();
    assertThatThrownBy(() -> client.latest("none-value"))
        .isInstanceOfSatisfying(
            RegistryException.class,
            e -> assertThat(e.kind()).isEqualTo(RegistryException.Kind.REFUSED));
  }

  /** Confluent's default; Apicurio has none. */
  private static void enforceCompatibility(RealRegistry apicurio) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(apicurio.url() + "/config"))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"compatibility\": \"BACKWARD\"}"))
            .build();
    int status =
        HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.discarding())
            .statusCode();
    assertThat(status).isEqualTo(200);
  }

  private SchemaRegistry registry(String url, String mode) {
    Settings settings =
        Settings.ofKeys(
            Map.of(
                "registry.url",
                url,
                "registry.mode",
                mode,
                "registry.timeout-ms",
                "60000",
                "registry.cache-file",
                directory.resolve("ids.json").toString()));
    RegistryConfig config = RegistryConfig.from(settings);
    settings.check();
    return new SchemaRegistry(config, (before, stream) -> Optional.empty());
  }
}
