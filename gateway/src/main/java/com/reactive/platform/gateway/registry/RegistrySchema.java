package com.reactive.platform.gateway.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** A schema as a registry knows it: a text in a language. */
interface RegistrySchema {
  /**
   * The language's name in Confluent's API; empty for Avro, which old registries have no name for.
   */
  Optional<String> type();

  /** What is registered. */
  String text();

  /**
   * True if this text, of a registry, means the same to readers.
   *
   * @throws RuntimeException perhaps, if it is no schema at all
   */
  boolean isSame(String other);

  /** Attributes that readers ignore may differ. */
  static RegistrySchema avro(Schema schema) {
    return new RegistrySchema() {
      @Override
      public Optional<String> type() {
        return Optional.empty();
      }

      @Override
      public String text() {
        return schema.toString();
      }

      @Override
      public boolean isSame(String other) {
        return SchemaNormalization.toParsingForm(new Schema.Parser().parse(other))
            .equals(SchemaNormalization.toParsingForm(schema));
      }
    };
  }

  /** The same JSON, however it is written. */
  static RegistrySchema json(String text) {
    return new RegistrySchema() {
      @Override
      public Optional<String> type() {
        return Optional.of("JSON");
      }

      @Override
      public String text() {
        return text;
      }

      @Override
      public boolean isSame(String other) {
        try {
          ObjectMapper mapper = new ObjectMapper();
          return mapper.readTree(other).equals(mapper.readTree(text));
        } catch (JsonProcessingException e) {
          return false;
        }
      }
    };
  }

  /** The same statements: registries write a .proto anew, in an order of their own. */
  static RegistrySchema protobuf(String text) {
    return new RegistrySchema() {
      @Override
      public Optional<String> type() {
        return Optional.of("PROTOBUF");
      }

      @Override
      public String text() {
        return text;
      }

      @Override
      public boolean isSame(String other) {
        // The first message is the event.
        return ProtoStatements.of(other).equals(ProtoStatements.of(text))
            && ProtoStatements.firstMessage(other).equals(ProtoStatements.firstMessage(text));
      }
    };
  }
}
