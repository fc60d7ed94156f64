package com.reactive.platform.http.reference;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.support.SendResult;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * What most Java teams would write: Spring Boot with its starters, a controller on Tomcat, and a
 * {@link KafkaTemplate}. A request waits for its acknowledgement without holding a thread. Its
 * bodies are not looked at.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(SpringKafkaServer.EventController.class)
public class SpringKafkaServer {
  private static final String BYTES = "org.apache.kafka.common.serialization.ByteArraySerializer";

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException, InterruptedException {
    ProducerFlags flags = new ProducerFlags();
    Serving serving = Serving.of(args, ProducerFlags.USAGE, flags);
    Map<String, Object> config = flags.config();
    SpringApplication application = new SpringApplication(SpringKafkaServer.class);
    application.setDefaultProperties(properties(serving.port(), flags, config));
    WebServerApplicationContext context = (WebServerApplicationContext) application.run();
    KafkaTemplate<?, ?> template = context.getBean(KafkaTemplate.class);
    template.partitionsFor(flags.topic()); // so that the first request does not wait for it
    serving.listening(
        context.getWebServer().getPort(),
        () -> ProducerServer.sent(template.metrics()),
        "spring-boot=" + SpringBootVersion.getVersion(),
        ProducerFlags.inForce(config),
        flags.facts());
  }

  private static Map<String, Object> properties(
      int port, ProducerFlags flags, Map<String, Object> config) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.address", "127.0.0.1");
    properties.put("server.port", port);
    // Tomcat ends a connection after its hundredth request; none of the others does.
    properties.put("server.tomcat.max-keep-alive-requests", -1);
    properties.put("spring.main.banner-mode", "off");
    properties.put("event.topic", flags.topic());
    properties.put("event.async", flags.async());
    config.forEach(
        (key, value) -> {
          if (value instanceof String) { // not the serializers
            properties.put("spring.kafka.properties[" + key + "]", value);
          }
        });
    properties.put("spring.kafka.bootstrap-servers", config.get("bootstrap.servers"));
    properties.put("spring.kafka.producer.key-serializer", BYTES);
    properties.put("spring.kafka.producer.value-serializer", BYTES);
    return properties;
  }

  /** The one route. */
  @RestController
  static class EventController {
    private final KafkaTemplate<byte[], byte[]> template;
    private final String topic;
    private final boolean async;

    EventController(
        KafkaTemplate<byte[], byte[]> template,
        @Value("${event.topic}") String topic,
        @Value("${event.async}") boolean async) {
      this.template = template;
      this.topic = topic;
      this.async = async;
    }

    @PostMapping("/api/counter")
    CompletableFuture<ResponseEntity<String>> post(@RequestBody byte[] body) {
      String eventId = newId();
      String ids = "{\"requestId\":\"" + newId() + "\",\"eventId\":\"" + eventId + "\"";
      ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, body);
      record.headers().add("event-id", eventId.getBytes(StandardCharsets.US_ASCII));
      CompletableFuture<SendResult<byte[], byte[]>> sent = template.send(record);
      if (async) {
        return CompletableFuture.completedFuture(answer(202, ids + "}"));
      }
      return sent.handle(
          (stored, failure) ->
              failure == null
                  ? answer(201, ids + place(stored.getRecordMetadata()))
                  : answer(504, ids + "}"));
    }

    /** As text, so that the answer has a length; one made of an object comes in chunks. */
    private static ResponseEntity<String> answer(int status, String body) {
      return ResponseEntity.status(status).contentType(MediaType.APPLICATION_JSON).body(body);
    }

    private static String place(RecordMetadata at) {
      return ",\"topic\":\"%s\",\"partition\":%d,\"offset\":%d}"
          .formatted(at.topic(), at.partition(), at.offset());
    }

    private static String newId() {
      return UUID.randomUUID().toString().replace("-", "");
    }
  }
}
