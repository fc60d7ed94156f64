package com.reactive.platform.gateway.sink.kafka;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;

/** Reads the settings of topics: of a new one at once, of all each minute. Not thread-safe. */
final class TopicInspector {
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private long nextNanos = System.nanoTime();

  /** Tells each topic what it is like; one of which that cannot be had keeps what is known. */
  void inspect(Admin admin, Map<TopicHealth, TopicDescription> described)
      throws InterruptedException {
    boolean all = System.nanoTime() - nextNanos >= 0;
    List<TopicHealth> due =
        described.keySet().stream().filter(topic -> all || topic.settings().isEmpty()).toList();
    if (due.isEmpty()) {
      return;
    }
    Map<ConfigResource, KafkaFuture<Config>> configs =
        admin.describeConfigs(due.stream().map(TopicInspector::resource).toList()).values();
    for (TopicHealth topic : due) {
      try {
        Config config = configs.get(resource(topic)).get();
        topic.isLike(TopicSettings.of(described.get(topic), Optional.of(config)));
      } catch (ExecutionException e) {
        if (e.getCause() instanceof AuthorizationException) {
          topic.isLike(TopicSettings.of(described.get(topic), Optional.empty()));
        } else {
          topic.isNotKnown();
        }
      }
    }
    if (all) {
      nextNanos = System.nanoTime() + PAUSE_NANOS;
    }
  }

  private static ConfigResource resource(TopicHealth topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic.topic());
  }
}
