package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A stream as front ends and {@link Ingress} use it. Immutable and shared by all threads; each
 * makes a transcoder of its own.
 */
public final class StreamRuntime {
  private final StreamDefinition stream;
  private final int index;
  private final int pipeline;
  private final TranscoderPlan plan;
  private final byte[] framePrefix;
  private final BooleanSupplier accepting;
  private final byte[] topicAscii;
  private final List<String> paths;
  private final KeyWindow window;
  private final UnsettledEvents unsettled;

  /**
   * @param index stands for it in frames; never another stream's while the process lives
   * @param pipeline the index of the batcher that takes its events
   * @param framePrefix stands before each datum
   * @param accepting true if Kafka can take its events now; called on event loops, must not block
   */
  public StreamRuntime(
      StreamDefinition stream,
      int index,
      int pipeline,
      TranscoderPlan plan,
      byte[] framePrefix,
      BooleanSupplier accepting) {
    this(stream, index, pipeline, plan, framePrefix, accepting, null, UnsettledEvents.NONE);
  }

  /**
   * The same with memory.
   *
   * @param window of idempotency keys; null: none are remembered
   * @param unsettled keeps the events of unknown outcome
   */
  public StreamRuntime(
      StreamDefinition stream,
      int index,
      int pipeline,
      TranscoderPlan plan,
      byte[] framePrefix,
      BooleanSupplier accepting,
      KeyWindow window,
      UnsettledEvents unsettled) {
    this.stream = stream;
    this.index = index;
    this.pipeline = pipeline;
    this.plan = plan;
    this.framePrefix = framePrefix.clone();
    this.accepting = accepting;
    this.window = window;
    this.unsettled = unsettled;
    this.topicAscii = stream.topic().getBytes(StandardCharsets.US_ASCII);
    this.paths = List.copyOf(stream.paths());
  }

  public StreamDefinition stream() {
    return stream;
  }

  public int index() {
    return index;
  }

  int pipeline() {
    return pipeline;
  }

  /** By which metrics know it: its routes, and the paths of its methods. */
  public List<String> paths() {
    return paths;
  }

  /** Its idempotency keys; null if none are remembered. */
  public KeyWindow window() {
    return window;
  }

  public UnsettledEvents unsettled() {
    return unsettled;
  }

  /** True if its events are accepted now. */
  public boolean accepting() {
    return accepting.getAsBoolean();
  }

  /** Not to be changed. */
  byte[] framePrefix() {
    return framePrefix;
  }

  /** Not to be changed. */
  public byte[] topicAscii() {
    return topicAscii;
  }

  /** True if events may come in this format. */
  public boolean takes(BodyFormat format) {
    return plan.takes(format);
  }

  Transcoder newTranscoder(BodyFormat format) {
    return plan.newTranscoder(format);
  }
}
