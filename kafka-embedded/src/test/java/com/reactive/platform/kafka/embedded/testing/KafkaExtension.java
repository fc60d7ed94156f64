package com.reactive.platform.kafka.embedded.testing;

import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link TestKafka} parameter. One Kafka serves all tests of the JVM, so each takes a
 * topic of its own; it starts when first asked for and ends after the last test. Which one: that of
 * {@code -Dkafka.bootstrap=host:port}; else a container, if a Docker engine answers; else an
 * embedded one.
 */
public final class KafkaExtension implements ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(KafkaExtension.class);

  /** Created by JUnit. */
  public KafkaExtension() {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestKafka.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // The session's store outlives all test classes of this JVM, and closes what it holds.
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
        .computeIfAbsent(Running.class, key -> Running.start(), Running.class)
        .kafka();
  }

  /** What the tests see, and what has to be closed for it. */
  record Running(TestKafka kafka, Runnable stop) implements AutoCloseable {

    static Running start() {
      String bootstrap = System.getProperty("kafka.bootstrap");
      if (bootstrap != null && !bootstrap.isBlank()) {
        return new Running(new TestKafka(bootstrap, TestKafka.Kind.EXTERNAL), () -> {});
      }
      // Looking for an engine takes Testcontainers seconds, so it is not even loaded without a sign
      // of one.
      if (dockerMayBeThere() && ContainerKafka.dockerAnswers()) {
        return ContainerKafka.start();
      }
      EmbeddedKafka embedded = EmbeddedKafka.builder().start();
      return new Running(
          new TestKafka(embedded.bootstrapServers(), TestKafka.Kind.EMBEDDED), embedded::close);
    }

    private static boolean dockerMayBeThere() {
      return System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
    }

    @Override
    public void close() {
      stop.run();
    }
  }
}
