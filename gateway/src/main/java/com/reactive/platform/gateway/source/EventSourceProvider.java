package com.reactive.platform.gateway.source;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.List;
import java.util.Optional;

/**
 * Knows a kind of event source by its settings. Implementations are found by {@link
 * java.util.ServiceLoader}, so the gateway depends on none of them, nor on their libraries.
 */
public interface EventSourceProvider {
  /**
   * Reads and checks all settings of the source, whether it is configured or not: so that the
   * reference has them.
   *
   * @param streams those that are switched on
   * @return empty if no source of this kind is configured
   */
  Optional<ConfiguredSource> read(Settings settings, List<StreamDefinition> streams);
}
