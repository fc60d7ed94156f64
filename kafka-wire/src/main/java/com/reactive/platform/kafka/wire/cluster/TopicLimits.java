package com.reactive.platform.kafka.wire.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.message.DescribeConfigsRequestData;
import org.apache.kafka.common.message.DescribeConfigsRequestData.DescribeConfigsResource;
import org.apache.kafka.common.message.DescribeConfigsResponseData;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResourceResult;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResult;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/**
 * The largest batch of each topic, asked for when a topic is new and then once in a while. Belongs
 * to one event loop. A topic whose settings we may not see has none.
 */
final class TopicLimits {
  private static final short VERSION = 4;

  private final ControlConnection control;
  private final Runnable changed;
  private final Map<String, Integer> maxMessageBytes = new HashMap<>();
  private final Map<Asked, Long> askedMillis = new HashMap<>();
  private List<Asked> underWay = List.of();

  /**
   * Knows none yet.
   *
   * @param changed called when there is something new
   */
  TopicLimits(ControlConnection control, Runnable changed) {
    this.control = control;
    this.changed = changed;
  }

  /** By the topic's name. */
  Map<String, Integer> known() {
    return maxMessageBytes;
  }

  /** Asks for those that are missing or old. */
  void refresh(ClusterView view, long nowMillis, long maxAgeMillis) {
    if (!underWay.isEmpty() || !control.knows(ApiKeys.DESCRIBE_CONFIGS)) {
      return;
    }
    List<Asked> due =
        view.topics().values().stream()
            .filter(topic -> topic.error() == Errors.NONE)
            .map(topic -> new Asked(topic.name(), topic.id()))
            .filter(topic -> isDue(askedMillis.get(topic), nowMillis, maxAgeMillis))
            .toList();
    if (due.isEmpty()) {
      return;
    }
    underWay = due;
    due.forEach(topic -> askedMillis.put(topic, nowMillis));
    control.request(
        new DescribeConfigsRequestData()
            .setResources(due.stream().map(TopicLimits::resource).toList()),
        VERSION,
        new DescribeConfigsResponseData(),
        this::answered);
  }

  private static boolean isDue(Long asked, long nowMillis, long maxAgeMillis) {
    return asked == null || nowMillis - asked >= maxAgeMillis;
  }

  private static DescribeConfigsResource resource(Asked topic) {
    return new DescribeConfigsResource()
        .setResourceType(ConfigResource.Type.TOPIC.id())
        .setResourceName(topic.name())
        .setConfigurationKeys(List.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG));
  }

  private void answered(DescribeConfigsResponseData answer) {
    underWay = List.of();
    for (DescribeConfigsResult result : answer.results()) {
      for (DescribeConfigsResourceResult config : result.configs()) {
        if (config.name().equals(TopicConfig.MAX_MESSAGE_BYTES_CONFIG) && config.value() != null) {
          maxMessageBytes.put(result.resourceName(), Integer.parseInt(config.value()));
        }
      }
    }
    changed.run();
  }

  /** The answer that was awaited will not come: those are due again. */
  void down() {
    underWay.forEach(askedMillis::remove);
    underWay = List.of();
  }

  /** A topic that was made anew is another one, and may have another limit. */
  private record Asked(String name, Uuid id) {}
}
