package com.reactive.platform.reliability.oracle;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Compares what was said of bodies that were refused with all that is in the quarantine. A body of
 * which a response says {@code quarantined} is there once, byte for byte. One that was refused for
 * its content without that word, or not answered, may be there: nobody knows what became of it.
 * Nothing else is. For one thread.
 */
final class QuarantineCheck {
  private static final String CONTENT_TYPE = "content-type";
  private static final String JSON = "application/json";

  private final Violations findings;

  /** All that were sent and are at fault for their content. */
  private final Map<OracleEvent, Variant> bad = new HashMap<>();

  /** Of which a response says that they are there. */
  private final Set<OracleEvent> promised = new HashSet<>();

  private final Set<OracleEvent> found = new HashSet<>();
  private final Map<Variant, RequestTemplate> bodies = new HashMap<>();

  QuarantineCheck(Violations findings) {
    this.findings = findings;
  }

  /** A bad request was sent. */
  void sent(OracleEvent event, Variant variant) {
    if (variant.isOfContent()) {
      bad.put(event, variant);
    }
  }

  /** Its response says that its body is there. */
  void promised(OracleEvent event) {
    findings.add(OracleCount.QUARANTINED);
    promised.add(event);
  }

  /** A record of the quarantine. */
  void onRecord(ConsumerRecord<byte[], byte[]> record) {
    String place = "at partition " + record.partition() + ", offset " + record.offset();
    OracleEvent event = RecordCheck.event(record).orElse(null);
    Variant variant = event == null ? null : bad.get(event);
    if (variant == null) {
      String what = event == null ? "a record " : event.id() + " ";
      findings.add(OracleCount.QUARANTINE_STRANGER, what + place);
    } else if (!isWhole(record, event, variant)) {
      findings.add(OracleCount.QUARANTINE_DAMAGED, event.id() + " " + place);
    } else if (!found.add(event)) {
      findings.add(OracleCount.QUARANTINED_TWICE, event.id() + " " + place);
    } else if (!promised.contains(event)) {
      findings.add(OracleCount.QUARANTINED_UNTOLD);
    }
  }

  /** True if the value is the body that was sent; of protobuf it is not looked at. */
  private boolean isWhole(
      ConsumerRecord<byte[], byte[]> record, OracleEvent event, Variant variant) {
    Header type = record.headers().lastHeader(CONTENT_TYPE);
    if (type == null || !JSON.equals(new String(type.value(), StandardCharsets.UTF_8))) {
      return type != null;
    }
    RequestTemplate body =
        bodies.computeIfAbsent(variant, each -> new RequestTemplate(OracleBodies.json(each)));
    ByteBuffer expected = ByteBuffer.allocate(body.length());
    body.write(event, expected);
    return Arrays.equals(expected.array(), record.value());
  }

  /** All records have come. */
  void judge() {
    for (OracleEvent event : promised) {
      if (!found.contains(event)) {
        findings.add(OracleCount.QUARANTINE_LOST, event.id());
      }
    }
  }
}
