package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.EventFrame.Attribute;
import com.reactive.platform.gateway.hotkey.HotKeys;
import com.reactive.platform.gateway.hotkey.SpreadKeys;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.ValueFormat;
import com.reactive.platform.reader.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A stream as front ends and {@link Ingress} use it. Immutable and shared by all threads; each
 * makes a transcoder of its own.
 */
public final class StreamRuntime {
  /** How long keys are counted. */
  private static final int COUNTED_SECONDS = 10;

  /** The same where a key is to be spread soon after it becomes hot. */
  private static final int COUNTED_SECONDS_TO_SPREAD = 1;

  private final StreamDefinition stream;
  private final int index;
  private final int pipeline;
  private final TranscoderPlan plan;
  private final byte[] framePrefix;
  private final BooleanSupplier accepting;
  private final byte[] topicAscii;
  private final List<String> paths;
  private final StreamExtras extras;
  private final HotKeys hotKeys;
  private final SpreadKeys spreadKeys;
  private final boolean isProtected;
  private final byte[] lookUpPath;

  /** Of each of its records; empty unless their content type is not the usual one. */
  private final List<Attribute> attributes;

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
    this(stream, index, pipeline, plan, framePrefix, accepting, StreamExtras.of(EventMemory.NONE));
  }

  /** The same with more than that. */
  public StreamRuntime(
      StreamDefinition stream,
      int index,
      int pipeline,
      TranscoderPlan plan,
      byte[] framePrefix,
      BooleanSupplier accepting,
      StreamExtras extras) {
    this.stream = stream;
    this.index = index;
    this.pipeline = pipeline;
    this.plan = plan;
    this.framePrefix = framePrefix.clone();
    this.accepting = accepting;
    this.extras = extras;
    this.isProtected = stream.schemas().anyMatch(TranscoderPlan::isProtected);
    int above = stream.hotKey().above();
    this.hotKeys = new HotKeys(above == 0 ? COUNTED_SECONDS : COUNTED_SECONDS_TO_SPREAD);
    this.spreadKeys = above == 0 ? null : new SpreadKeys(hotKeys, above, extras.spread());
    this.attributes =
        switch (stream.value()) {
          case AVRO -> List.of();
          case JSON -> List.of(new Attribute(EventHeaders.CONTENT_TYPE, EventHeaders.JSON));
          case PROTOBUF -> List.of(new Attribute(EventHeaders.CONTENT_TYPE, EventHeaders.PROTOBUF));
        };
    this.lookUpPath = (lookUpPath(stream) + "/").getBytes(StandardCharsets.US_ASCII);
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
    return extras.memory().window();
  }

  /** Its most frequent record keys. */
  public HotKeys hotKeys() {
    return hotKeys;
  }

  /**
   * Those of its keys whose events go to any partition, or to the {@link #hotTopic}; null if none
   * ever do.
   */
  public SpreadKeys spreadKeys() {
    return spreadKeys;
  }

  /** Where the events of {@link #spreadKeys} go; null if that is any partition of its own topic. */
  public HotTopic hotTopic() {
    return extras.hotTopic();
  }

  /** Keeps bodies that are refused for their content; null if there is none. */
  public Quarantine quarantine() {
    return extras.quarantine();
  }

  /** True if events are under way whose clients were told that the outcome is unknown. */
  public boolean hasUnsettledEvents() {
    return unsettled().count() > 0;
  }

  UnsettledEvents unsettled() {
    return extras.memory().unsettled();
  }

  EventSearch search() {
    return extras.memory().search();
  }

  /** The path below which its events can be looked up, with the last slash. Not to be changed. */
  public byte[] lookUpPath() {
    return lookUpPath;
  }

  /** The path below which the events of a stream can be looked up. */
  public static String lookUpPath(StreamDefinition stream) {
    return "/api/events/" + stream.name();
  }

  /** True if its events are accepted now. */
  public boolean accepting() {
    return accepting.getAsBoolean();
  }

  /** True if its records hold bodies as they were sent. */
  boolean keepsBodies() {
    return stream.value() == ValueFormat.JSON;
  }

  /** The attributes of a record of an event that came with these. */
  List<Attribute> attributes(List<Attribute> given) {
    if (attributes.isEmpty()) {
      return given;
    }
    return given.isEmpty()
        ? attributes
        : Stream.concat(attributes.stream(), given.stream()).toList();
  }

  /** Not to be changed. */
  byte[] framePrefix() {
    return framePrefix;
  }

  /**
   * Not to be changed.
   *
   * @param isHot true if its {@link #hotTopic} is meant
   */
  public byte[] topicAscii(boolean isHot) {
    return isHot ? extras.hotTopic().ascii() : topicAscii;
  }

  /** True if events may come in this format. */
  public boolean takes(BodyFormat format) {
    return plan.takes(format);
  }

  /** True if its records must not have all that was sent. */
  boolean isProtected() {
    return isProtected;
  }

  /** True if its schema has a field for the client's address or user agent. */
  public boolean asksForSender() {
    return plan.asksForSender();
  }

  Transcoder newTranscoder(BodyFormat format) {
    return plan.newTranscoder(format);
  }
}
