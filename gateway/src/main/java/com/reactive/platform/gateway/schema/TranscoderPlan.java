package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.stream.JsonForm;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * A schema, compiled: the tree of writers that all transcoders of a stream share. Immutable and
 * thread-safe.
 *
 * <p>Fields of the schema may carry these attributes, which Avro itself does not look at:
 *
 * <ul>
 *   <li>{@code "x-reactive"}: the gateway fills the field, and clients may not. {@code request-id},
 *       {@code event-id}, {@code traceparent}, {@code tracestate} are strings, {@code received-at}
 *       is a long; {@code record} fills a record whose fields are all filled or have defaults. Each
 *       may be a branch of a union.
 *   <li>{@code "x-min-length"}, {@code "x-max-length"}: of a string, in characters (code points).
 *   <li>{@code "x-required-when": {"FIELD": "VALUE"}}, or a list of values: the field may not be
 *       left to its default while its sibling, an enum or a string, has that value.
 * </ul>
 */
public final class TranscoderPlan {
  private final ValueWriter root;

  private TranscoderPlan(ValueWriter root) {
    this.root = root;
  }

  /**
   * Compiles the schema, which must be a record.
   *
   * @param keyFields paths of the fields whose value is the record key, nested ones with dots; the
   *     first that is there and not empty counts
   * @param pathFields the top-level string fields that the request's path may fill
   * @throws SchemaException naming every problem found
   */
  public static TranscoderPlan compile(
      Schema schema, JsonForm form, List<String> keyFields, Collection<String> pathFields)
      throws SchemaException {
    SchemaProblems problems = new SchemaProblems();
    ValueWriter root = null;
    if (schema.getType() == Schema.Type.RECORD) {
      ValueWriterCompiler compiler = new ValueWriterCompiler(form, problems);
      root = compiler.root(schema, KeyPaths.of(keyFields, problems), Set.copyOf(pathFields));
    } else {
      problems.add("the schema of an event must be a record");
    }
    problems.check();
    return new TranscoderPlan(root);
  }

  /** A transcoder of its own for one thread. */
  public Transcoder newTranscoder() {
    return new Transcoder(root);
  }
}
