package com.reactive.platform.cli;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.protobuf.ProtoText;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.gateway.stream.ValueFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "proto",
    mixinStandardHelpOptions = true,
    description = {
      "Print a stream's schema as a .proto; starts nothing.",
      "A running gateway serves it at /proto/STREAM on its admin port."
    },
    footer = {"", "Example: ./reactive proto orders --config gateway.yaml --update"})
final class ProtoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(arity = "1", paramLabel = "STREAM", description = "Name of the stream.")
  private String name;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "YAML file of settings, as for serve.")
  private Path configFile;

  @Option(
      names = "--update",
      description = {
        "Write STREAM.proto.lock, the field numbers, beside the schema: with it the stream accepts",
        "protobuf. Numbers that are in the file never change. Commit it."
      })
  private boolean update;

  @Override
  public Integer call() throws IOException {
    // Without a file it is the counter, as `up` serves it.
    GatewayConfig config =
        GatewayConfig.from(
            configFile == null
                ? Settings.of(System.getenv()).withDefault(StreamsConfig.COUNTER_ENABLED, "true")
                : Settings.of(configFile, System.getenv()));
    StreamDefinition stream =
        config.stream(name).orElseThrow(() -> new CommandFailedException(unknown(config)));
    if (stream.value() == ValueFormat.JSON) {
      throw new CommandFailedException(
          "the stream " + name + " has JSON in its topic, and takes no protobuf");
    }
    ProtoFile proto = stream.protoFile();
    if (update && proto.provisional()) {
      proto = write(stream, proto);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(ProtoText.of(proto));
    out.flush();
    return 0;
  }

  private String unknown(GatewayConfig config) {
    return "there is no stream '"
        + name
        + "'; there are: "
        + config.streams().stream().map(StreamDefinition::name).collect(Collectors.joining(", "));
  }

  private ProtoFile write(StreamDefinition stream, ProtoFile proto) throws IOException {
    Path file = stream.protobuf().lockFile();
    if (file == null) {
      throw new CommandFailedException("the numbers of this stream come with the gateway");
    }
    String text = proto.numbers().text();
    try {
      FieldNumbers.parse(text);
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException(file + " would not be readable: " + e.getMessage());
    }
    Files.writeString(file, text);
    spec.commandLine().getErr().println("wrote " + file);
    return ProtoFileBuilder.of(stream.name(), stream.schema(), proto.numbers());
  }
}
