package com.reactive.platform.gateway.registry;

import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives streams that follow the registry the latest version of their schema. One that cannot be
 * used, and a registry that says nothing, leave what was in force: the version before, that of the
 * cache, or the stream's own file.
 *
 * <p>Not thread-safe; blocks for one question per stream.
 */
final class SchemaFollower {
  private static final Logger log = LoggerFactory.getLogger(SchemaFollower.class);

  private final RegistryConfig config;
  private final Function<StreamDefinition, Optional<String>> fault;
  private final Map<String, LatestSchema> inForce = new HashMap<>();

  /** By subject, those that were warned of. */
  private final Map<String, Integer> refusedIds = new HashMap<>();

  private final Set<String> unanswered = new HashSet<>();

  /**
   * @param fault why a stream cannot be as it is; empty if it can
   */
  SchemaFollower(RegistryConfig config, Function<StreamDefinition, Optional<String>> fault) {
    this.config = config;
    this.fault = fault;
  }

  /** The same streams, those that follow with the latest schema that can be used. */
  List<StreamDefinition> follow(List<StreamDefinition> streams) throws InterruptedException {
    List<StreamDefinition> all = new ArrayList<>();
    for (StreamDefinition stream : streams) {
      all.add(stream.followsRegistry() ? follow(stream) : stream);
    }
    return all;
  }

  private StreamDefinition follow(StreamDefinition stream) throws InterruptedException {
    String subject = stream.subject();
    LatestSchema latest = null;
    try {
      latest = new RegistryClient(config, config.url().orElseThrow()).latest(subject);
      unanswered.remove(subject);
      StreamDefinition followed = latest.appliedTo(stream);
      Optional<String> wrong = fault.apply(followed);
      if (wrong.isPresent()) {
        throw RegistryException.refused("version " + latest.version() + ": " + wrong.get());
      }
      take(stream, subject, latest);
      return followed;
    } catch (RegistryException e) {
      return inForce(stream, subject, latest, e);
    }
  }

  private void take(StreamDefinition stream, String subject, LatestSchema latest) {
    refusedIds.remove(subject);
    if (latest.equals(inForce.put(subject, latest))) {
      return;
    }
    log.info(
        "Stream {}: version {} of subject {} is in force, schema id {}",
        stream.name(),
        latest.version(),
        subject,
        latest.id());
    try {
      if (cache().isPresent()) {
        cache().get().put(key(subject), latest);
      }
    } catch (IOException e) {
      log.warn("Cannot keep the schema of {} for a start without the registry: {}", subject, e);
    }
  }

  /** What stays, since the registry's latest is not known, or cannot be used. */
  private StreamDefinition inForce(
      StreamDefinition stream, String subject, LatestSchema refused, RegistryException why) {
    LatestSchema known = inForce.computeIfAbsent(subject, this::cached);
    StreamDefinition stays = stream;
    String which = "the schema of its file";
    if (known != null) {
      try {
        StreamDefinition followed = known.appliedTo(stream);
        if (fault.apply(followed).isEmpty()) {
          stays = followed;
          which = "version " + known.version();
        }
      } catch (RegistryException e) {
        // It could be used once; another configuration is in force now.
      }
    }
    boolean isNews =
        refused == null
            ? unanswered.add(subject)
            : !Integer.valueOf(refused.id()).equals(refusedIds.put(subject, refused.id()));
    if (isNews) {
      log.warn(
          "Stream {}: cannot follow subject {}: {}; {} is in force",
          stream.name(),
          subject,
          why.getMessage(),
          which);
    }
    return stays;
  }

  private LatestSchema cached(String subject) {
    try {
      return cache().isPresent() ? cache().get().get(key(subject)).orElse(null) : null;
    } catch (IOException e) {
      log.warn("Cannot read the schema of {} that was kept: {}", subject, e.getMessage());
      return null;
    }
  }

  private Optional<LatestCache> cache() {
    return config.cacheFile().map(ids -> new LatestCache(file(ids)));
  }

  private static Path file(Path ids) {
    return ids.resolveSibling("latest-schemas.json");
  }

  private String key(String subject) {
    return config.url().orElseThrow() + " " + subject;
  }
}
