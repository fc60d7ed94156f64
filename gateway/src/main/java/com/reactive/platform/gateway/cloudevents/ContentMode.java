package com.reactive.platform.gateway.cloudevents;

/** The mode in which a request carries a CloudEvent, if it does. */
public enum ContentMode {
  /** No CloudEvent. */
  NONE(null),
  /** Attributes in {@code ce-} headers, the body is the data. */
  BINARY(null),
  /** Attributes and data in one JSON object. */
  STRUCTURED(null),
  BATCHED("batches of CloudEvents are not supported: one request is one event"),
  OTHER_FORMAT("the only supported format of CloudEvents is application/cloudevents+json"),
  BINARY_NOT_JSON("the data of a CloudEvent must be JSON: send Content-Type: application/json");

  private static final String CLOUD_EVENTS = "application/cloudevents";

  private final String refusal;

  ContentMode(String refusal) {
    this.refusal = refusal;
  }

  /**
   * Tells by the head of a request.
   *
   * @param contentType the header; null if there is none
   * @param hasSpecVersion whether there is a {@code ce-specversion}
   */
  public static ContentMode of(String contentType, boolean hasSpecVersion) {
    String type = contentType == null ? "" : MediaType.essence(contentType);
    if (type.startsWith(CLOUD_EVENTS)) {
      if (type.startsWith(CLOUD_EVENTS + "-batch")) {
        return BATCHED;
      }
      return type.equals(CLOUD_EVENTS + "+json") && MediaType.isUtf8(contentType)
          ? STRUCTURED
          : OTHER_FORMAT;
    }
    if (!hasSpecVersion) {
      return NONE;
    }
    return contentType == null || MediaType.isJson(contentType) ? BINARY : BINARY_NOT_JSON;
  }

  /** Why this is to be answered 415, in one sentence; null if it can be read. */
  public String refusal() {
    return refusal;
  }
}
