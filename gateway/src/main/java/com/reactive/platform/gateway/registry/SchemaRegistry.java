package com.reactive.platform.gateway.registry;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.stream.SchemaVersions;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives streams with framing {@code confluent} the ids of their schemas, and those that follow the
 * registry its latest version.
 *
 * <p>The registry is asked each time; what it said last is kept in a file and used only while the
 * registry says nothing. Ids never change their meaning, so an old one is as good as a new one.
 */
public final class SchemaRegistry {
  private static final Logger log = LoggerFactory.getLogger(SchemaRegistry.class);

  private final RegistryConfig config;

  /** Null if there is no registry. */
  private final RegistryClient client;

  private final SchemaFollower follower;

  /**
   * @param fault why a stream, which was valid, cannot have the schema that it is to have; empty if
   *     it can
   */
  public SchemaRegistry(
      RegistryConfig config,
      BiFunction<StreamDefinition, StreamDefinition, Optional<String>> fault) {
    this.config = config;
    this.client = config.url().map(url -> new RegistryClient(config, url)).orElse(null);
    this.follower = new SchemaFollower(config, client, fault);
    boolean inTheClear =
        config.hasCredentials()
            && config.url().map(url -> url.getScheme().equalsIgnoreCase("http")).orElse(false);
    if (inTheClear && !Settings.isLoopback(config.url().get().getHost())) {
      log.warn("The credentials for {} are sent unencrypted; use https", config.url().get());
    }
  }

  /**
   * The same streams, those that follow the registry with the latest version of their schema.
   * Blocks for one question per such stream, or until the first that gets no answer.
   *
   * @throws ConfigException if some follow and there is no registry
   */
  public synchronized List<StreamDefinition> withLatest(List<StreamDefinition> streams)
      throws InterruptedException {
    if (client == null && streams.stream().anyMatch(StreamDefinition::followsRegistry)) {
      throw new ConfigException(
          List.of("registry.url: there was none at startup; restart the gateway"));
    }
    return follower.follow(streams);
  }

  /** These streams are in force now. */
  public synchronized void inForce(List<StreamDefinition> streams) {
    follower.inForce(streams);
  }

  /**
   * The same streams, those with framing confluent with their ids. Blocks for two questions per
   * such stream at most.
   *
   * @throws ConfigException for all streams whose schema the registry refuses or does not know, or
   *     if they need a registry and none is configured
   * @throws IOException with one clear sentence if the registry is not there, for some stream, and
   *     no id is kept from before: a later start may succeed
   */
  public List<StreamDefinition> withIds(List<StreamDefinition> streams)
      throws IOException, InterruptedException {
    List<StreamDefinition> known = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    IOException unavailable = null;
    for (StreamDefinition stream : streams) {
      try {
        known.add(stream.framing() == Framing.CONFLUENT ? withIds(stream) : stream);
      } catch (ConfigException e) {
        errors.addAll(e.errors());
      } catch (IOException e) {
        unavailable = e;
        break; // the next question would wait for the same registry
      }
    }
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
    if (unavailable != null) {
      throw unavailable;
    }
    return known;
  }

  /** The earliest first, so that a registry in which none is yet can check each against it. */
  private StreamDefinition withIds(StreamDefinition stream)
      throws IOException, InterruptedException {
    String subject = stream.subject();
    Deque<Integer> earlier = new ArrayDeque<>();
    List<SchemaVersions.Earlier> versions = stream.versions().earlier();
    for (int i = versions.size() - 1; i >= 0; i--) {
      RegistrySchema schema = RegistrySchema.avro(versions.get(i).schema());
      earlier.addFirst(idOf(stream.name(), subject, schema));
    }
    int id =
        stream.schemaId() < 0
            ? idOf(stream.name(), subject, schemaOf(stream))
            : stream.schemaId(); // the registry has told with the schema
    return stream.withSchemaIds(id, List.copyOf(earlier));
  }

  private static RegistrySchema schemaOf(StreamDefinition stream) {
    return switch (stream.value()) {
      case AVRO -> RegistrySchema.avro(stream.schema());
      case JSON -> RegistrySchema.json(stream.jsonSchema().orElseThrow().toString());
      case PROTOBUF -> RegistrySchema.protobuf(stream.protoOfMessages());
    };
  }

  /**
   * The id of one schema.
   *
   * @param stream for messages
   * @throws ConfigException as for {@link #withIds}
   * @throws IOException as for {@link #withIds}
   */
  int idOf(String stream, String subject, RegistrySchema schema)
      throws IOException, InterruptedException {
    String setting = "streams." + stream + ".framing";
    if (client == null) {
      throw new ConfigException(List.of(setting + ": " + RegistryConfig.NEEDED));
    }
    URI url = config.url().get();
    String key = IdCache.key(url.toString(), subject, schema);
    try {
      int id = client.idOf(subject, schema);
      log.info("Stream {}: subject {} has schema id {} at {}", stream, subject, id, url);
      keep(key, id);
      return id;
    } catch (RegistryException e) {
      String sentence =
          setting + ": no id for subject " + subject + " at " + url + ": " + e.getMessage();
      if (e.kind() == RegistryException.Kind.REFUSED) {
        throw new ConfigException(List.of(sentence));
      }
      OptionalInt kept = kept(key);
      if (kept.isEmpty()) {
        throw new IOException(
            sentence + ", and the cache has none; start the registry first, then the gateway", e);
      }
      log.warn("{}; using {} from the cache", sentence, kept.getAsInt());
      return kept.getAsInt();
    }
  }

  private OptionalInt kept(String key) {
    if (config.cacheFile().isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      return new IdCache(config.cacheFile().get()).get(key);
    } catch (IOException e) {
      log.warn("Cannot read {}: {}", config.cacheFile().get(), e.getMessage());
      return OptionalInt.empty();
    }
  }

  private void keep(String key, int id) {
    if (config.cacheFile().isEmpty()) {
      return;
    }
    try {
      new IdCache(config.cacheFile().get()).put(key, id);
    } catch (IOException e) {
      log.warn(
          "Cannot write {}: {}; a start without the registry will fail",
          config.cacheFile().get(),
          e.toString());
    }
  }
}
