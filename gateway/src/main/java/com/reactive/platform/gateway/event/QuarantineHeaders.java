package com.reactive.platform.gateway.event;

/** Names of the record headers that say why a body is in a quarantine. Values are UTF-8. */
public final class QuarantineHeaders {
  public static final String STREAM = "quarantine-stream";

  /** The last part of the problem's type. */
  public static final String REASON = "quarantine-reason";

  public static final String DETAIL = "quarantine-detail";

  /** JSON pointer of the field at fault. */
  public static final String POINTER = "quarantine-pointer";

  /** CRC-64-AVRO of the schema, 16 hex digits. */
  public static final String SCHEMA = "quarantine-schema";

  /** The version of the schema that the client named, if it did. */
  public static final String SCHEMA_VERSION = "quarantine-schema-version";

  /** Who sent it. */
  public static final String CALLER = "quarantine-caller";

  /** Fields that stood in the path, as in the query of a URL. */
  public static final String PATH_FIELDS = "quarantine-path-fields";

  private QuarantineHeaders() {}
}
