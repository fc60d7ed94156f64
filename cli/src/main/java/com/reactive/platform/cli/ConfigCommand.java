package com.reactive.platform.cli;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.ConfigReference;
import com.reactive.platform.gateway.config.Settings;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    description = "List settings: every key, its default, the allowed values and what it does.",
    footer = {"", "Example: ./reactive config kafka"})
final class ConfigCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "PREFIX",
      defaultValue = "",
      description = "Only keys with this prefix, such as `http` or `streams.NAME`.")
  private String prefix;

  @Option(names = "--markdown", description = "Print the page docs/configuration.md.")
  private boolean markdown;

  @Override
  public Integer call() {
    List<Settings.Key> keys = GatewayConfig.keys();
    String text = markdown ? ConfigReference.markdown(keys) : ConfigReference.text(keys, prefix);
    if (text.isEmpty()) {
      throw new CommandFailedException("no key starts with '" + prefix + "'");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
    return 0;
  }
}
