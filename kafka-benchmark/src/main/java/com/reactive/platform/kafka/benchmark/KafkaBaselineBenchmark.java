package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.brochure.PlannedTarget;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The Kafka client alone, the baseline of everything else. */
@Command(
    name = "baseline",
    mixinStandardHelpOptions = true,
    description = {
      "Measure a plain Kafka producer: one message per record (NAIVE), 1,000 (BULK), 10,000"
          + " (MEGA).",
      "Every message is read back. Exit code 1 if one was lost, duplicated or phantom."
    },
    footer = {"", "Example: ./reactive bench baseline --smoke"})
public final class KafkaBaselineBenchmark extends BenchmarkCommand {
  /** Size of one send. */
  enum Mode {
    NAIVE("producer", 16_384),
    BULK("bulk", 64),
    MEGA("mega", 8);

    private final String kind;
    private final int inFlight;

    Mode(String kind, int inFlight) {
      this.kind = kind;
      this.inFlight = inFlight;
    }
  }

  private static final class Preset {
    @Option(names = "--smoke", description = "All modes in less than 5 s of load.")
    private boolean smoke;

    @Option(names = "--quick", description = "All modes in 15 s of load.")
    private boolean quick;

    @Option(names = "--thorough", description = "All modes in about 5 minutes.")
    private boolean thorough;
  }

  private static final int MAX_MESSAGE_BYTES = 1_024;

  /** The arguments of a command line. */
  record Request(
      List<Mode> modes,
      double warmupSeconds,
      double seconds,
      Optional<String> bootstrapServers,
      Optional<Path> reports,
      String acks,
      boolean isQuick) {}

  @ArgGroup private Preset preset;

  @Option(names = "--acks", paramLabel = "ACKS", description = "0, 1 or all (default: 1).")
  private String acks;

  @Mixin private PayloadFlag payload;

  @Option(
      names = "--message-bytes",
      paramLabel = "BYTES",
      defaultValue = "128",
      description = "Message size in bytes (default: ${DEFAULT-VALUE}).")
  private int messageBytes;

  @Parameters(
      paramLabel = "ARG",
      description =
          "With one of the presets: [HOST:PORT]. Without: NAIVE|BULK|MEGA|ALL SECONDS"
              + " [HOST:PORT|embedded [DIR [ACKS]]].")
  private List<String> args = new ArrayList<>();

  public static void main(String[] args) {
    BenchmarkMain.run(new KafkaBaselineBenchmark(), args);
  }

  @Override
  public Integer call() throws Exception {
    Request request = request();
    Brochure brochure = brochure(request);
    String command = "./reactive bench baseline " + String.join(" ", words(request));
    reports = request.reports.orElse(null);
    return run(brochure, brochure.full(), command, request.isQuick, request.bootstrapServers);
  }

  /** Reads the arguments; what cannot be run is wrong usage. */
  Request request() {
    if (messageBytes < MessageFormat.MIN_BYTES || messageBytes > MAX_MESSAGE_BYTES) {
      throw flags.usage(
          "--message-bytes must be from %d to %d, not %d"
              .formatted(MessageFormat.MIN_BYTES, MAX_MESSAGE_BYTES, messageBytes));
    }
    payload.orRandom(flags);
    if (preset != null) {
      atMost(1, "a preset takes only HOST:PORT");
      double warmupSeconds = preset.smoke ? 0.5 : preset.quick ? 1 : 10;
      double seconds = preset.smoke ? 1 : preset.quick ? 4 : 90;
      return request(List.of(Mode.values()), warmupSeconds, seconds, 0);
    }
    if (args.size() < 2) {
      throw flags.usage("give --smoke, --quick or --thorough, or NAIVE|BULK|MEGA|ALL and SECONDS");
    }
    atMost(5, "at most MODE SECONDS HOST:PORT DIR ACKS are allowed");
    double seconds = flags.seconds(args.get(1));
    return request(modes(args.get(0)), Math.min(5, seconds / 5), seconds, 2);
  }

  private Request request(List<Mode> modes, double warmupSeconds, double seconds, int bootstrapAt) {
    String dir = arg(bootstrapAt + 1);
    if (dir != null && reports != null) {
      throw flags.usage("DIR is given twice: " + reports + " and " + dir);
    }
    return new Request(
        modes,
        warmupSeconds,
        seconds,
        flags.bootstrapServers(arg(bootstrapAt)),
        Optional.ofNullable(dir == null ? reports : Path.of(dir)),
        acks(arg(bootstrapAt + 2)),
        preset != null && !preset.thorough);
  }

  private void atMost(int number, String sentence) {
    if (args.size() > number) {
      throw flags.usage(sentence + ", not also '" + args.get(number) + "'");
    }
  }

  private String arg(int at) {
    return at < args.size() ? args.get(at) : null;
  }

  private List<Mode> modes(String text) {
    String name = text.toUpperCase(Locale.ROOT);
    if (name.equals("ALL")) {
      return List.of(Mode.values());
    }
    return Arrays.stream(Mode.values())
        .filter(mode -> mode.name().equals(name))
        .findFirst()
        .map(List::of)
        .orElseThrow(
            () -> flags.usage("MODE must be NAIVE, BULK, MEGA or ALL, not '" + text + "'"));
  }

  private String acks(String parameter) {
    if (parameter != null && acks != null) {
      throw flags.usage("ACKS is given twice: " + acks + " and " + parameter);
    }
    String given = parameter == null ? acks : parameter;
    if (given != null && !List.of("0", "1", "all").contains(given)) {
      throw flags.usage("ACKS must be 0, 1 or all, not '" + given + "'");
    }
    return given == null ? "1" : given;
  }

  private Brochure brochure(Request request) {
    List<PlannedTarget> targets = new ArrayList<>();
    for (Mode mode : request.modes) {
      TargetSpec spec = new TargetSpec(mode.name(), mode.kind, Map.of("acks", request.acks));
      Role role = mode == request.modes.get(0) ? Role.BASELINE : Role.SUBJECT;
      targets.add(new PlannedTarget(spec, role, mode.inFlight));
    }
    Plan plan =
        BuiltIn.flatOut(
            targets, messageBytes, payload.orRandom(flags), request.warmupSeconds, request.seconds);
    return BuiltIn.brochure(
        "kafka-baseline",
        "The Kafka client alone, acks=" + request.acks,
        "A plain producer with one message per record, with 1,000 and with 10,000: the baseline of"
            + " everything else.",
        plan);
  }

  private List<String> words(Request request) {
    List<String> words = new ArrayList<>();
    if (preset != null) {
      words.add(preset.smoke ? "--smoke" : preset.quick ? "--quick" : "--thorough");
    } else {
      words.addAll(args.subList(0, 2));
    }
    words.addAll(List.of("--acks", request.acks, "--payload", payload.orRandom(flags).text()));
    words.addAll(List.of("--message-bytes", Integer.toString(messageBytes)));
    request.bootstrapServers.ifPresent(servers -> words.addAll(List.of("--bootstrap", servers)));
    return words;
  }
}
