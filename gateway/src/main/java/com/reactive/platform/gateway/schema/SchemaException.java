package com.reactive.platform.gateway.schema;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** A schema, or an attribute in it, that no transcoder can be made of; the message says it all. */
public final class SchemaException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** The same of one of several schemas. */
  public SchemaException(String which, SchemaException cause) {
    super(which + ": " + cause.getMessage(), cause);
  }

  SchemaException(List<String> problems) {
    super(problems.stream().distinct().collect(Collectors.joining("; ")));
  }
}
