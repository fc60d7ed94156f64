package com.reactive.platform.kafka.embedded.testing;

import org.apache.kafka.common.utils.AppInfoParser;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** All that touches Testcontainers; loaded only where there may be a Docker engine. */
final class ContainerKafka {

  private ContainerKafka() {}

  static boolean dockerAnswers() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  static KafkaExtension.Running start() {
    // The client on the class path and the broker have one version in this project.
    DockerImageName image = DockerImageName.parse("apache/kafka:" + AppInfoParser.getVersion());
    KafkaContainer container = new KafkaContainer(image);
    try {
      container.start();
    } catch (RuntimeException e) {
      container.close();
      throw e;
    }
    return new KafkaExtension.Running(
        new TestKafka(container.getBootstrapServers(), TestKafka.Kind.CONTAINER), container::close);
  }
}
