package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.jsonschema.JsonSchema;
import com.reactive.platform.gateway.privacy.FieldHasher;
import com.reactive.platform.gateway.privacy.HashKey;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.JsonForm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.avro.Schema;

/**
 * A schema, compiled: the tree of writers that all transcoders of a stream share. Immutable and
 * thread-safe.
 *
 * <p>Fields of the schema may carry these attributes, which Avro itself does not look at:
 *
 * <ul>
 *   <li>{@code "x-reactive"}: the gateway fills the field, and clients may not. {@code request-id},
 *       {@code event-id}, {@code traceparent}, {@code tracestate}, {@code client-address}, {@code
 *       user-agent} are strings, {@code received-at} is a long; {@code record} fills a record whose
 *       fields are all filled or have defaults. Each may be a branch of a union.
 *   <li>{@code "x-mask": {"ipv4": BITS, "ipv6": BITS}}: how many leading bits of a {@code
 *       client-address} are kept.
 *   <li>{@code "x-drop": true}: clients may send the field, and the record has its default; {@code
 *       "x-hash": "hmac-sha256"}: the record has a pseudonym of the string ({@link FieldHasher}).
 *   <li>{@code "x-min-length"}, {@code "x-max-length"}: of a string, in characters (code points).
 *   <li>{@code "x-required-when": {"FIELD": "VALUE"}}, or a list of values: the field may not be
 *       left to its default while its sibling, an enum or a string, has that value.
 * </ul>
 */
public final class TranscoderPlan {
  private final Schema schema;
  private final KeyPaths keys;
  private final Set<String> pathFields;
  private final Supplier<Transcoder> json;

  /** Null if protobuf is not taken. */
  private final ValueWriter protobuf;

  /** Null unless records hold protobuf. */
  private final MessageEncoder values;

  /** Null unless the schema has fields that are hashed. */
  private final Supplier<HashKey> hashKeys;

  /** All versions of the schema, this one first; none if there is but one. */
  private final List<Version> versions;

  private final boolean asksForSender;

  /**
   * A version of a stream's schema.
   *
   * @param prefix of its record values
   */
  public record Version(String name, byte[] prefix, TranscoderPlan plan) {
    @SuppressWarnings("ArrayRecordComponent") // shared, and not to be changed
    public Version {}
  }

  private TranscoderPlan(
      Schema schema,
      KeyPaths keys,
      Set<String> pathFields,
      Supplier<Transcoder> json,
      ValueWriter protobuf,
      MessageEncoder values,
      Supplier<HashKey> hashKeys,
      List<Version> versions) {
    this.schema = schema;
    this.keys = keys;
    this.pathFields = pathFields;
    this.json = json;
    this.protobuf = protobuf;
    this.values = values;
    this.hashKeys = hashKeys;
    this.versions = List.copyOf(versions);
    this.asksForSender =
        asksForSender(schema)
            || this.versions.stream().anyMatch(each -> asksForSender(each.plan.schema));
  }

  /**
   * Compiles the schema, which must be a record. Fields that it lacks are errors.
   *
   * @param keyFields paths of the fields whose value is the record key, nested ones with dots; the
   *     first that is there and not empty counts
   * @param pathFields the top-level string fields that the request's path may fill
   * @throws SchemaException naming every problem found
   */
  public static TranscoderPlan compile(
      Schema schema, JsonForm form, List<String> keyFields, Collection<String> pathFields)
      throws SchemaException {
    return compile(schema, form, false, keyFields, pathFields);
  }

  /**
   * The same.
   *
   * @param dropsUnknown whether fields of JSON that the schema lacks are dropped; else they are
   *     errors
   */
  public static TranscoderPlan compile(
      Schema schema,
      JsonForm form,
      boolean dropsUnknown,
      List<String> keyFields,
      Collection<String> pathFields)
      throws SchemaException {
    SchemaProblems problems = new SchemaProblems();
    ValueWriter root = null;
    KeyPaths keys = KeyPaths.of(keyFields, problems);
    Set<String> fields = Set.copyOf(pathFields);
    if (schema.getType() == Schema.Type.RECORD) {
      ValueWriterCompiler compiler = new ValueWriterCompiler(form, dropsUnknown, problems);
      root = compiler.root(schema, keys, fields);
    } else {
      problems.add("the schema of an event must be a record");
    }
    problems.check();
    ValueWriter compiled = root;
    return new TranscoderPlan(
        schema, keys, fields, () -> new JsonTranscoder(compiled), null, null, null, List.of());
  }

  /**
   * Of a stream whose records are bodies as they were sent.
   *
   * @param anyObject what the events are to Avro
   * @param keyFields as for {@link #compile}; a field that is neither a string nor a whole number,
   *     and not null, is the event's fault
   */
  public static TranscoderPlan ofJson(Schema anyObject, JsonSchema schema, List<String> keyFields) {
    List<String[]> paths = keyFields.stream().map(path -> path.split("\\.", -1)).toList();
    return new TranscoderPlan(
        anyObject,
        KeyPaths.NONE,
        Set.of(),
        () -> new JsonSchemaTranscoder(schema, paths),
        null,
        null,
        null,
        List.of());
  }

  /**
   * The same, which takes protobuf too.
   *
   * @param file derived from the same schema
   * @param dropsUnknown whether fields that the file lacks are dropped; else they are errors
   */
  public TranscoderPlan withProtobuf(ProtoFile file, boolean dropsUnknown) {
    ValueWriter messages = new ProtobufCompiler(dropsUnknown).root(file, schema, keys, pathFields);
    return new TranscoderPlan(schema, keys, pathFields, json, messages, values, hashKeys, versions);
  }

  /**
   * The same, whose transcoders write protobuf instead of Avro.
   *
   * @param file derived from the same schema
   */
  public TranscoderPlan intoProtobuf(ProtoFile file) {
    return new TranscoderPlan(
        schema, keys, pathFields, json, protobuf, new MessageEncoder(file), hashKeys, versions);
  }

  /**
   * The same, which takes bodies by other versions of the schema, too. Its transcoders write the
   * prefixes. Protobuf is taken by this version only.
   *
   * @param name what clients call this version
   * @param prefix of its record values
   * @param earlier the others, the latest first
   */
  public TranscoderPlan withEarlier(String name, byte[] prefix, List<Version> earlier) {
    List<Version> all = new ArrayList<>();
    all.add(new Version(name, prefix, this));
    all.addAll(earlier);
    return new TranscoderPlan(schema, keys, pathFields, json, protobuf, values, hashKeys, all);
  }

  /**
   * The same, which hashes the fields that say so.
   *
   * @param hashKey gives the key in force, from any thread
   */
  public TranscoderPlan withHashKey(Supplier<HashKey> hashKey) {
    return new TranscoderPlan(schema, keys, pathFields, json, protobuf, values, hashKey, versions);
  }

  private static boolean isOfSender(Schema.Field field) {
    Object filled = field.getObjectProp(Attributes.FILLED);
    return Attributes.CLIENT_ADDRESS.equals(filled) || Attributes.USER_AGENT.equals(filled);
  }

  /** True if a field says who sent the event. */
  public static boolean asksForSender(Schema schema) {
    return Attributes.anyField(schema, TranscoderPlan::isOfSender);
  }

  /** True if records must not have all values as they were sent: some are dropped or hashed. */
  public static boolean isProtected(Schema schema) {
    return Attributes.anyField(schema, Attributes::isProtected);
  }

  /** True if some fields are hashed, which needs a key. */
  public static boolean isHashed(Schema schema) {
    return Attributes.anyField(schema, field -> field.getObjectProp(Attributes.HASH) != null);
  }

  /** True if bodies of this format can become events. */
  public boolean takes(BodyFormat format) {
    return format == BodyFormat.JSON || protobuf != null;
  }

  /** True if a field says who sent the event. */
  public boolean asksForSender() {
    return asksForSender;
  }

  /** A transcoder of JSON of its own for one thread. */
  public Transcoder newTranscoder() {
    return newTranscoder(BodyFormat.JSON);
  }

  /** A transcoder of its own for one thread, of a format that the plan takes. */
  public Transcoder newTranscoder(BodyFormat format) {
    if (versions.isEmpty()) {
      return newTranscoder(format, hashKeys);
    }
    List<Version> taken = format == BodyFormat.JSON ? versions : versions.subList(0, 1);
    return new VersionedTranscoder(
        taken.stream()
            .map(
                each ->
                    new VersionedTranscoder.Version(
                        each.name, each.prefix, each.plan.newTranscoder(format, hashKeys)))
            .toList());
  }

  /** Of this version of the schema. */
  private Transcoder newTranscoder(BodyFormat format, Supplier<HashKey> keysOfHashes) {
    Transcoder transcoder =
        switch (format) {
          case JSON -> json.get();
          case PROTOBUF -> new ProtobufTranscoder(protobuf);
        };
    if (keysOfHashes != null) {
      transcoder.pass.hasher = new FieldHasher(keysOfHashes);
    } else if (isHashed(schema)) {
      throw new IllegalStateException("the schema has fields with x-hash, and there is no key");
    }
    return values == null ? transcoder : new MessageTranscoder(transcoder, values);
  }
}
