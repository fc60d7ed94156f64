package com.reactive.platform.outbox;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.source.ConfiguredSource;
import com.reactive.platform.gateway.source.EventSource;
import com.reactive.platform.gateway.source.EventSourceProvider;
import com.reactive.platform.gateway.source.SourceContext;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The outbox of a Postgres database as an event source, found by {@code outbox.url}. */
public final class PostgresOutbox implements EventSourceProvider {
  @Override
  public Optional<ConfiguredSource> read(Settings settings, List<StreamDefinition> streams) {
    return OutboxConfig.from(settings, streams).map(Configured::new);
  }

  private record Configured(OutboxConfig config) implements ConfiguredSource {
    @Override
    public String name() {
      return OutboxConfig.SOURCE;
    }

    @Override
    public Map<String, String> inForce() {
      return config.inForce();
    }

    @Override
    public EventSource create(SourceContext context) {
      return new PostgresSource(config, context);
    }
  }
}
