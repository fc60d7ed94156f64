package com.reactive.platform.reliability.command;

import com.reactive.platform.cli.CommandFailedException;
import com.reactive.platform.reliability.oracle.CheckOptions;
import com.reactive.platform.reliability.oracle.OracleCheck;
import com.reactive.platform.reliability.oracle.OracleVerdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Compare the journals of 'oracle load' with the topic.",
      "Exit 0 if the responses agree with Kafka, else 1."
    },
    footer = {"", "Example: ./reactive bench oracle check --journal /tmp/journal"})
final class OracleCheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--journal",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the journals.")
  private Path journal;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:9092",
      description = "Kafka's address (default: ${DEFAULT-VALUE}).")
  private String bootstrap;

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      defaultValue = "counter-events",
      description = "Default: ${DEFAULT-VALUE}.")
  private String topic;

  @Option(
      names = "--client-config",
      paramLabel = "FILE",
      description = "Properties of the Kafka consumer, such as security.protocol.")
  private Path clientConfig;

  @Option(names = "--own-topic", description = "Count records of others as errors.")
  private boolean ownTopic;

  @Option(
      names = "--quarantine",
      paramLabel = "TOPIC",
      defaultValue = "",
      description = "Topic of the stream's quarantine, to which nobody else has written.")
  private String quarantine;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    CheckOptions options = CheckOptions.of(client(), topic, ownTopic).withQuarantine(quarantine);
    OracleVerdict verdict;
    try {
      verdict = OracleCheck.check(journal, options);
    } catch (IOException e) {
      throw new CommandFailedException(e.getMessage());
    }
    spec.commandLine()
        .getOut()
        .print(json ? verdict.toJson().toPrettyString() + "\n" : verdict.table());
    spec.commandLine().getOut().flush();
    return verdict.passed() ? 0 : 1;
  }

  private Map<String, String> client() throws IOException {
    Map<String, String> client = new HashMap<>();
    if (clientConfig != null) {
      Properties properties = new Properties();
      try (InputStream in = Files.newInputStream(clientConfig)) {
        properties.load(in);
      }
      properties.forEach((key, value) -> client.put(key.toString(), value.toString()));
    }
    client.put("bootstrap.servers", bootstrap);
    return client;
  }
}
