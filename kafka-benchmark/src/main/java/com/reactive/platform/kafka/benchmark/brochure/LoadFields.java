package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads {@code loads}, and what stands beside them for all of them. */
final class LoadFields {
  static final double MIN_SECONDS = 0.1;
  static final double MAX_SECONDS = 86_400;
  private static final int MAX_LANES = 64;
  private static final int MAX_IN_FLIGHT = 1 << 20;
  private static final int MAX_MESSAGE_BYTES = 1 << 20;
  private static final double MIN_RATE = 0.1;
  private static final double MAX_RATE = 1e9;
  private static final List<String> PAYLOADS =
      Arrays.stream(Payload.values()).map(Payload::text).toList();

  /** The load, and the group of the targets that it is put on; empty for those without one. */
  record Grouped(Load load, String group) {}

  private final Fields fields;

  private final String group;
  private final int lanes;
  private final int messageBytes;
  private final String payload;
  private final double warmupSeconds;
  private final double seconds;
  private final int inFlight;

  private LoadFields(Fields fields, LoadFields shared) {
    this.fields = fields;

    group = shared == null ? "" : fields.text("group", "");
    lanes = fields.whole("lanes", shared == null ? 1 : shared.lanes, 1, MAX_LANES);
    messageBytes =
        fields.whole(
            "message-bytes",
            shared == null ? 128 : shared.messageBytes,
            MessageFormat.MIN_BYTES,
            MAX_MESSAGE_BYTES);
    payload = fields.choice("payload", shared == null ? PAYLOADS.get(0) : shared.payload, PAYLOADS);
    warmupSeconds =
        fields.number("warmup-seconds", shared == null ? 2 : shared.warmupSeconds, 0, MAX_SECONDS);
    seconds =
        fields.number("seconds", shared == null ? 10 : shared.seconds, MIN_SECONDS, MAX_SECONDS);
    inFlight = fields.whole("in-flight", shared == null ? 0 : shared.inFlight, 1, MAX_IN_FLIGHT);
  }

  static List<Grouped> read(Fields brochure) {
    LoadFields shared = new LoadFields(brochure, null);
    Map<String, Grouped> loads = new LinkedHashMap<>();
    for (Fields fields : brochure.several("load", "loads", true)) {
      LoadFields entry = new LoadFields(fields, shared);
      Load load = entry.load();
      if (load != null && loads.putIfAbsent(load.name(), new Grouped(load, entry.group)) != null) {
        fields.error("name", "there is another load named '" + load.name() + "'");
      }
    }
    return List.copyOf(loads.values());
  }

  /** Null if it cannot be made; then an error was noted. */
  private Load load() {
    String name = fields.text("name");
    boolean isClosed = fields.has("closed");
    boolean isOpen = fields.has("rate");
    int closed = fields.whole("closed", 0, 1, MAX_IN_FLIGHT);
    double rate = fields.number("rate", 0, MIN_RATE, MAX_RATE);
    double minShare = fields.number("min-share", isOpen ? Load.MIN_SHARE : 0, 0, 1);
    fields.refuseOthers();
    if (name.equals(Plan.INITIAL_WARMUP) || name.equals(Plan.TRAINING)) {
      fields.error("name", "must not be '" + name + "', which names loads before the first one");
    }
    if (isClosed == isOpen) {
      fields.error(
          "closed", "either this (sends in flight) or rate (messages per second) must be given");
      return null;
    }
    int concurrency = isClosed ? closed : inFlight;
    if (isClosed && fields.has("in-flight")) {
      fields.error("in-flight", "is only for loads with a rate; closed says it already");
    } else if (isOpen && concurrency == 0) {
      fields.error("in-flight", "must bound the sends in flight (for HTTP: the connections)");
    } else if (concurrency > 0 && concurrency < lanes) {
      fields.error(isClosed ? "closed" : "in-flight", "must be at least one for each lane");
    } else if (concurrency > 0 && (isClosed || rate > 0)) {
      return new Load(
          name,
          isClosed ? LoadKind.CLOSED : LoadKind.OPEN,
          lanes,
          concurrency,
          rate,
          warmupSeconds,
          seconds,
          messageBytes,
          Payload.valueOf(payload.toUpperCase(Locale.ROOT)),
          minShare);
    }
    return null;
  }
}
