package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * A stream as the data port uses it. Immutable and shared by all loops, but for the transcoders
 * that it makes for them.
 */
public final class StreamRuntime {
  private final StreamDefinition stream;
  private final int index;
  private final int lane;
  private final TranscoderPlan plan;
  private final byte[] framePrefix;
  private final BooleanSupplier accepting;
  private final byte[] topicAscii;
  private final Cors cors;

  /**
   * @param index stands for it in frames; never another stream's while the process lives
   * @param lane which batcher takes its events
   * @param framePrefix stands before each datum
   * @param accepting whether Kafka can take its events now; asked on event loops, must not block
   */
  public StreamRuntime(
      StreamDefinition stream,
      int index,
      int lane,
      TranscoderPlan plan,
      byte[] framePrefix,
      BooleanSupplier accepting) {
    this.stream = stream;
    this.index = index;
    this.lane = lane;
    this.plan = plan;
    this.framePrefix = framePrefix.clone();
    this.accepting = accepting;
    this.topicAscii = stream.topic().getBytes(StandardCharsets.US_ASCII);
    this.cors = new Cors(stream.corsOrigins());
  }

  public StreamDefinition stream() {
    return stream;
  }

  public int index() {
    return index;
  }

  int lane() {
    return lane;
  }

  /** Whether its events are taken in now. */
  public boolean accepting() {
    return accepting.getAsBoolean();
  }

  /** Not to be changed. */
  byte[] framePrefix() {
    return framePrefix;
  }

  /** Not to be changed. */
  byte[] topicAscii() {
    return topicAscii;
  }

  Cors cors() {
    return cors;
  }

  Transcoder newTranscoder() {
    return plan.newTranscoder();
  }
}
