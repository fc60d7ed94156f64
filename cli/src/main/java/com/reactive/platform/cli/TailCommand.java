package com.reactive.platform.cli;

import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.reader.TopicReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.avro.Schema;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    description = {
      "Print the events of a stream, one JSON object per line, until Ctrl-C.",
      "Each line has topic, partition, offset, timestamp, key, headers and the event in the"
          + " client's JSON.",
      "Streams and schemas come from --config, else from the running gateway.",
      "Exit code 1 if an event cannot be decoded."
    },
    footer = {"", "Example: ./reactive tail counter-events --from-beginning -n 10"})
final class TailCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofMillis(200);

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STREAM", description = "Name of a stream or a topic.")
  private String streamOrTopic;

  @Option(
      names = "--from-beginning",
      description = "Start with the oldest event instead of the next one.")
  private boolean fromBeginning;

  @Option(
      names = "-n",
      paramLabel = "N",
      defaultValue = "9223372036854775807",
      description = "Stop after N events (default: no limit).")
  private long limit;

  @Mixin private StreamSource source;

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description = "Avro schema of the events (default: the stream's).")
  private Path schemaFile;

  @Option(
      names = "--framing",
      paramLabel = "FRAMING",
      converter = FramingConverter.class,
      description =
          "Prefix of the Avro datum: single-object, confluent or raw (default: the stream's;"
              + " with --schema, detected from the first bytes).")
  private Framing framing;

  /** As the settings name it. */
  static final class FramingConverter implements ITypeConverter<Framing> {
    @Override
    public Framing convert(String name) {
      try {
        return KnownStreams.constant(Framing.class, name);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("must be single-object, confluent or raw, not " + name);
      }
    }
  }

  @Override
  public Integer call() throws Exception {
    StopSignal stop = StopSignal.install();
    KnownStreams known = source.streams();
    List<EventLayout> layouts = known.named(streamOrTopic);
    String topic = layouts.isEmpty() ? streamOrTopic : layouts.get(0).topic();
    RecordJson json = new RecordJson(layouts(layouts));
    try (TopicReader reader = source.openReader()) {
      stop.interrupting(
          () -> {
            source.withTopic(
                reader,
                topic,
                all -> reader.follow(fromBeginning ? reader.begins(all) : reader.ends(all)));
            return null;
          });
      print(reader, json, stop);
    } catch (InterruptedException e) {
      if (!stop.isReceived()) {
        throw e;
      }
    }
    return json.fault().map(fault -> undecodable(fault, topic, known, layouts)).orElse(0);
  }

  /** The user's options, then what is known; the counter's as a last resort. */
  private List<EventLayout> layouts(List<EventLayout> known) {
    EventLayout base = known.isEmpty() ? KnownStreams.counter().layouts().get(0) : known.get(0);
    if (schemaFile != null) {
      return List.of(base.with(schema(), Optional.ofNullable(framing)));
    }
    List<EventLayout> all = known.isEmpty() ? List.of(base) : known;
    return framing == null
        ? all
        : all.stream().map(each -> each.with(each.schema(), Optional.of(framing))).toList();
  }

  private Schema schema() {
    try {
      return new Schema.Parser().parse(Files.readString(schemaFile));
    } catch (IOException e) {
      throw new CommandFailedException("cannot read " + schemaFile + ": " + e);
    } catch (RuntimeException e) { // not only Avro's own
      throw new CommandFailedException(schemaFile + " is not an Avro schema: " + e.getMessage());
    }
  }

  private void print(TopicReader reader, RecordJson json, StopSignal stop) throws Exception {
    Lines lines = new Lines(spec.commandLine().getOut(), limit);
    while (lines.left > 0 && !stop.isReceived() && !lines.out.checkError()) {
      try {
        reader.poll(POLL, record -> json.lines(record).forEach(lines::print));
      } catch (IOException e) {
        throw StreamSource.kafkas(e);
      }
      lines.out.flush();
    }
  }

  /** The output, up to its limit. */
  private static final class Lines {
    final PrintWriter out;
    long left;

    Lines(PrintWriter out, long limit) {
      this.out = out;
      this.left = limit;
    }

    void print(String line) {
      if (left > 0) {
        out.println(line);
        left--;
      }
    }
  }

  /** Says why, and what helps. */
  private int undecodable(
      String fault, String topic, KnownStreams known, List<EventLayout> layouts) {
    String hint =
        layouts.isEmpty() && schemaFile == null
            ? "no stream of "
                + known.source()
                + " has the name or topic "
                + topic
                + "; its streams are "
                + known.names()
                + "; use --config FILE, --admin URL or --schema FILE"
            : "if its schema or framing differs from the stream's, use --schema FILE and --framing";
    PrintWriter err = spec.commandLine().getErr();
    err.println("error: cannot decode an event: " + fault + "; " + hint);
    err.flush();
    return 1;
  }
}
