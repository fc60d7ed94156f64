package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.EventFrame.Attribute;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.QuarantineHeaders;
import com.reactive.platform.gateway.microbatch.Completion;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.schema.AvroOutput;
import com.reactive.platform.reader.EventHeaders;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Sends bodies that were refused for their content to the quarantine of their stream: the bytes as
 * they came, with the reason in record headers. The response waits until Kafka has them. One per
 * {@link Ingress}; not thread-safe.
 */
final class QuarantineWriter {
  /** Of a header that only says something to people. */
  private static final int MAX_VALUE_BYTES = 400;

  private final StripedBatcher.Writer[] stripes;
  private final EventIds eventIds = new EventIds();
  private final AvroOutput frame = new AvroOutput();

  /**
   * @param stripes of this thread, by pipeline
   */
  QuarantineWriter(StripedBatcher.Writer[] stripes) {
    this.stripes = stripes;
  }

  /**
   * Keeps a body, if its stream has a quarantine that can take it.
   *
   * @return true if the callback gets the problem when that is done, or has failed
   */
  boolean keep(Problem problem, IngestRequest request, IngestCallback callback, RefusedBody body) {
    Quarantine quarantine = request.stream().quarantine();
    if (quarantine == null || !problem.type().isOfContent()) {
      return false;
    }
    boolean submitted =
        quarantine.accepting() && submit(quarantine, problem, request, callback, body);
    if (!submitted) {
      quarantine.count(false);
    }
    return submitted;
  }

  private boolean submit(
      Quarantine quarantine,
      Problem problem,
      IngestRequest request,
      IngestCallback callback,
      RefusedBody body) {
    byte[] eventId = request.idempotencyKey();
    if (eventId == null) {
      eventId = eventIds.next();
    }
    frame.begin();
    EventFrame.begin(
        frame,
        quarantine.index(),
        request.requestId(),
        eventId,
        request.traceparent(),
        request.tracestate(),
        attributes(quarantine, problem, request, body.contentType()));
    frame.write(body.bytes(), body.offset(), body.length());
    byte[] key = request.recordKey();
    boolean fits = key != null && key.length <= EventFrame.MAX_KEY_BYTES;
    EventFrame.end(frame, fits ? key : null, fits ? key.length : 0);
    int most = request.stream().stream().maxBodyBytes() + EventFrame.MAX_OVERHEAD_BYTES;
    if (frame.length() > most) {
      return false;
    }
    callback.quarantines(problem, eventId);
    SubmitResult result =
        stripes[quarantine.pipeline()].submit(
            frame.array(), 0, frame.length(), new Outcome(quarantine, problem, callback));
    if (result != SubmitResult.ACCEPTED) {
      callback.isNotQuarantined();
      return false;
    }
    return true;
  }

  private static List<Attribute> attributes(
      Quarantine quarantine, Problem problem, IngestRequest request, String contentType) {
    List<Attribute> attributes = new ArrayList<>();
    attributes.add(new Attribute(EventHeaders.CONTENT_TYPE, cut(contentType)));
    add(attributes, QuarantineHeaders.STREAM, request.stream().stream().name());
    add(attributes, QuarantineHeaders.REASON, problem.type().slug());
    add(attributes, QuarantineHeaders.DETAIL, problem.detail());
    add(attributes, QuarantineHeaders.POINTER, problem.pointer());
    add(attributes, QuarantineHeaders.SCHEMA, quarantine.fingerprint(request.schemaVersion()));
    add(attributes, QuarantineHeaders.SCHEMA_VERSION, request.schemaVersion());
    add(attributes, QuarantineHeaders.CALLER, request.caller());
    if (!request.pathFields().isEmpty()) {
      // Whole: a part of it would be another path.
      attributes.add(new Attribute(QuarantineHeaders.PATH_FIELDS, query(request.pathFields())));
    }
    attributes.addAll(request.attributes());
    return attributes;
  }

  private static void add(List<Attribute> attributes, String name, String value) {
    if (value != null && !value.isEmpty()) {
      attributes.add(new Attribute(name, cut(value)));
    }
  }

  /** As many whole characters of it as there is room for. */
  private static String cut(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    if (utf8.length <= MAX_VALUE_BYTES) {
      return value;
    }
    int end = MAX_VALUE_BYTES;
    while ((utf8[end] & 0xC0) == 0x80) { // within a character
      end--;
    }
    return new String(utf8, 0, end, StandardCharsets.UTF_8);
  }

  /** As in the query of a URL. */
  private static String query(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  /** Tells the request what became of its body. */
  private record Outcome(Quarantine quarantine, Problem problem, IngestCallback callback)
      implements Completion {
    @Override
    public void acked(int partition, long offset) {
      quarantine.count(true);
      callback.refuse(problem.inQuarantine());
    }

    @Override
    public void notWritten(Throwable reason) {
      quarantine.count(false);
      callback.refuse(problem);
    }

    @Override
    public void unknown(Throwable reason) {
      notWritten(reason);
    }
  }
}
