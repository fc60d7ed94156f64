package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.schema.AvroOutput;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import java.util.List;
import java.util.Map;

/**
 * An event loop's work on a body, step by step the same: ids, JSON to Avro, frame, submit to the
 * stripe that it alone writes to.
 */
final class PipelineSession implements TargetSession {
  private final SessionContext context;
  private final StripedBatcher.Writer stripe;
  private final CounterMessages messages;
  private final byte[] body;
  private final EventIds ids = new EventIds();
  private final byte[] framePrefix;
  private final Transcoder transcoder;
  private final AvroOutput frame = new AvroOutput();

  PipelineSession(SessionContext context, StreamDefinition stream, StripedBatcher.Writer stripe) {
    this.context = context;
    this.stripe = stripe;
    this.messages = new CounterMessages(context.format(), context.index());
    this.body = new byte[messages.bytes()];
    this.framePrefix = stream.framePrefix();
    try {
      this.transcoder =
          TranscoderPlan.compile(
                  stream.schema(), stream.json(), stream.key(), List.of("customerId"))
              .newTranscoder();
    } catch (SchemaException e) {
      throw new IllegalStateException("the gateway does not take its own schema", e);
    }
  }

  @Override
  public boolean trySend(long firstSequence, long intendedNanos) {
    messages.write(body, 0, firstSequence);
    EventMetadata envelope =
        new EventMetadata(ids.next(), ids.next(), System.currentTimeMillis(), null, null, Map.of());
    frame.begin();
    EventFrame.begin(frame, 0, envelope.requestId(), envelope.eventId(), null, null, List.of());
    frame.write(framePrefix);
    try {
      transcoder.transcode(body, 0, body.length, envelope, frame);
    } catch (InvalidEventException e) {
      throw new IllegalStateException("the gateway does not take our own body", e);
    }
    EventFrame.end(frame, transcoder.keyBytes(), transcoder.keyLength());
    BatcherSessions.Sent sent =
        new BatcherSessions.Sent(context.outcomes(), firstSequence, intendedNanos);
    return stripe.submit(frame.array(), 0, frame.length(), sent) == SubmitResult.ACCEPTED;
  }
}
