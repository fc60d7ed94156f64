package com.reactive.platform.gateway.event;

import java.io.Serial;

/** A body that is no event. Has no stack trace: it is the client's doing and may come in floods. */
public final class InvalidEventException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Whether the body could be read at all. */
  public enum Kind {
    /** Not JSON, or JSON beyond the limits: 400. */
    UNREADABLE,
    /** Readable, but not of this schema: 422. */
    SCHEMA,
    /** Not protobuf, or protobuf beyond the limits: 400. */
    UNREADABLE_PROTOBUF,
    /** A header that says something about the event cannot be used: 400. */
    HEADER
  }

  private final Kind kind;
  private final String pointer;

  private InvalidEventException(Kind kind, String pointer, String detail) {
    super(detail, null, false, false);
    this.kind = kind;
    this.pointer = pointer;
  }

  public static InvalidEventException unreadable(String detail) {
    return new InvalidEventException(Kind.UNREADABLE, null, detail);
  }

  /** The body is no protobuf message. */
  public static InvalidEventException protobuf(String detail) {
    return new InvalidEventException(Kind.UNREADABLE_PROTOBUF, null, detail);
  }

  /**
   * The body can be read, but does not match its schema.
   *
   * @param pointer JSON pointer of the field at fault; null if it is none of the body
   */
  public static InvalidEventException schema(String pointer, String detail) {
    return new InvalidEventException(Kind.SCHEMA, pointer, detail);
  }

  public static InvalidEventException header(String detail) {
    return new InvalidEventException(Kind.HEADER, null, detail);
  }

  public Kind kind() {
    return kind;
  }

  /**
   * JSON pointer (RFC 6901) of the field at fault; null unless the kind is SCHEMA, and if what is
   * at fault is not in the body.
   */
  public String pointer() {
    return pointer;
  }
}
