package com.reactive.platform.gateway.registry;

import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
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

  /** What is known for one stream. */
  private static final class Followed {
    /** Null until the registry or the cache has told one that could be used. */
    LatestSchema inForce;

    /** Read a moment ago; in force once the stream is. */
    LatestSchema next;

    /** What the last warning said; null if all is well. */
    String warned;
  }

  private final RegistryConfig config;
  private final RegistryClient client;
  private final BiFunction<StreamDefinition, StreamDefinition, Optional<String>> fault;

  /** By subject and stream: streams may share a topic. */
  private final Map<String, Followed> followed = new HashMap<>();

  /**
   * @param client null if there is no registry, and so no stream that follows
   * @param fault why a stream, which was valid, cannot have the schema that it is to have; empty if
   *     it can
   */
  SchemaFollower(
      RegistryConfig config,
      RegistryClient client,
      BiFunction<StreamDefinition, StreamDefinition, Optional<String>> fault) {
    this.config = config;
    this.client = client;
    this.fault = fault;
  }

  /** The same streams, those that follow with the latest schema that can be used. */
  List<StreamDefinition> follow(List<StreamDefinition> streams) throws InterruptedException {
    List<StreamDefinition> all = new ArrayList<>();
    RegistryException unavailable = null;
    for (StreamDefinition stream : streams) {
      if (!stream.followsRegistry()) {
        all.add(stream);
        continue;
      }
      Followed its = followed.computeIfAbsent(key(stream), this::cached);
      try {
        if (unavailable != null) {
          throw unavailable; // the next question would wait for the same registry
        }
        LatestSchema latest = client.latest(stream.subject());
        all.add(applied(latest, stream, its.inForce));
        its.next = latest;
        its.warned = null;
      } catch (RegistryException e) {
        unavailable = e.kind() == RegistryException.Kind.UNAVAILABLE ? e : unavailable;
        all.add(asBefore(its, stream, e));
      }
    }
    return all;
  }

  /**
   * The stream with this schema.
   *
   * @param inForce the one of before, which may protect more than the stream's file; null if there
   *     is none
   * @throws RegistryException saying why it cannot have it
   */
  private StreamDefinition applied(
      LatestSchema latest, StreamDefinition stream, LatestSchema inForce) throws RegistryException {
    StreamDefinition next = latest.appliedTo(stream);
    Optional<String> wrong;
    try {
      wrong = fault.apply(stream, next);
      if (wrong.isEmpty() && inForce != null) {
        wrong = fault.apply(inForce.appliedTo(stream), next);
      }
    } catch (RuntimeException e) { // whatever a schema of somebody else leads to
      wrong = Optional.of(e.toString());
    }
    if (wrong.isPresent()) {
      throw RegistryException.refused(
          "version " + latest.version() + " cannot be used: " + wrong.get());
    }
    return next;
  }

  /** What stays, since the registry's latest is not known, or cannot be used. */
  private StreamDefinition asBefore(Followed its, StreamDefinition stream, RegistryException why) {
    StreamDefinition stays = stream;
    String which = "the schema of its file";
    its.next = null;
    if (its.inForce != null) {
      try {
        stays = applied(its.inForce, stream, null);
        its.next = its.inForce;
        which = "version " + its.inForce.version();
      } catch (RegistryException e) {
        // Another configuration is in force now.
      }
    }
    if (!why.getMessage().equals(its.warned)) {
      its.warned = why.getMessage();
      log.warn(
          "Stream {}: cannot follow subject {}: {}; {} stays in force",
          stream.name(),
          stream.subject(),
          why.getMessage(),
          which);
    }
    return stays;
  }

  /** These streams are in force now: says so, and keeps their schemas for the next start. */
  void inForce(List<StreamDefinition> streams) {
    for (StreamDefinition stream : streams) {
      Followed its = followed.get(key(stream));
      if (its == null || its.next == null || its.next.equals(its.inForce)) {
        continue;
      }
      its.inForce = its.next;
      log.info(
          "Stream {}: version {} of subject {} is in force, schema id {}",
          stream.name(),
          its.next.version(),
          stream.subject(),
          its.next.id());
      keep(key(stream), its.next);
    }
  }

  private void keep(String key, LatestSchema schema) {
    try {
      if (cache().isPresent()) {
        cache().get().put(key, schema);
      }
    } catch (IOException e) {
      log.warn("Cannot keep the schema of {} for a start without the registry: {}", key, e);
    }
  }

  private Followed cached(String key) {
    Followed its = new Followed();
    try {
      if (cache().isPresent()) {
        its.inForce = cache().get().get(key).orElse(null);
      }
    } catch (IOException e) {
      log.warn("Cannot read the schema of {} that was kept: {}", key, e.getMessage());
    }
    return its;
  }

  /** Beside the ids. */
  private Optional<LatestCache> cache() {
    return config
        .cacheFile()
        .map(ids -> new LatestCache(ids.resolveSibling("latest-schemas.json")));
  }

  private String key(StreamDefinition stream) {
    String url = config.url().map(Object::toString).orElse("");
    return url + " " + stream.subject() + " " + stream.name();
  }
}
