package com.reactive.platform.kafka.benchmark.target;

import com.reactive.platform.gateway.event.CounterEvent;
import com.reactive.platform.gateway.event.CounterEventEncoder;
import com.reactive.platform.gateway.event.CounterRequest;
import com.reactive.platform.gateway.event.CounterRequestParser;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.kafka.benchmark.rig.Lane;
import com.reactive.platform.kafka.benchmark.rig.LaneContext;

/**
 * What an event loop does with a body, step by step the same: parse, ids, event, Avro, submit to
 * the stripe that it alone writes to.
 */
final class PipelineLane implements Lane {
  private final LaneContext context;
  private final StripedBatcher.Writer stripe;
  private final CounterMessages messages;
  private final byte[] body;
  private final CounterRequestParser parser = new CounterRequestParser();
  private final EventIds ids = new EventIds();
  private final CounterEventEncoder encoder = new CounterEventEncoder();
  private final EventFrame.Writer frame = new EventFrame.Writer();

  PipelineLane(LaneContext context, StripedBatcher.Writer stripe) {
    this.context = context;
    this.stripe = stripe;
    this.messages = new CounterMessages(context.format(), context.index());
    this.body = new byte[messages.bytes()];
  }

  @Override
  public boolean trySend(long firstSequence, long intendedNanos) {
    messages.write(body, 0, firstSequence);
    CounterRequest request;
    try {
      request = parser.parse(body, 0, body.length, null);
    } catch (InvalidEventException e) {
      throw new IllegalStateException("the gateway does not take our own body", e);
    }
    CounterEvent event =
        new CounterEvent(ids.next(), ids.next(), request, System.currentTimeMillis(), null, null);
    frame.begin(event);
    encoder.encode(event, frame);
    BatcherLanes.Sent sent =
        new BatcherLanes.Sent(context.outcomes(), firstSequence, intendedNanos);
    return stripe.submit(frame.buffer(), 0, frame.length(), sent) == SubmitResult.ACCEPTED;
  }
}
