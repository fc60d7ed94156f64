package com.reactive.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.cli.ReactiveCli;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Every command's help has an example, and the command line understands it. */
class HelpTest {
  private static final String EXAMPLE = "Example: ./reactive ";

  static Stream<String> commands() {
    List<CommandLine> all = new ArrayList<>(List.of(ReactiveCli.commandLine()));
    for (int i = 0; i < all.size(); i++) {
      all.addAll(all.get(i).getSubcommands().values());
    }
    return all.stream()
        .map(command -> command.getCommandSpec().qualifiedName())
        .filter(name -> !name.equals("reactive help"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theHelpHasAnExampleThatParses(String name) {
    String path = name.substring("reactive".length()).strip();
    String help = run((path + " --help").strip());

    List<String> examples =
        help.lines()
            .filter(line -> line.startsWith(EXAMPLE))
            .map(line -> line.substring(EXAMPLE.length()))
            .toList();

    assertThat(examples).as(help).hasSize(1);
    assertThat(examples.get(0)).startsWith(path);
    ReactiveCli.commandLine().parseArgs(examples.get(0).split(" "));
  }

  @Test
  void helpIsACommandToo() {
    assertThat(run("help")).contains("Usage: reactive", "up ", "help ");
    assertThat(run("help up")).contains("Usage: reactive up");
  }

  @Test
  void theUsageIsShownWhereItIsNotKnownAndNowhereElse() {
    assertThat(run("up --http-prot 1"))
        .startsWith("error: Unknown option")
        .doesNotContain("Usage:");
    assertThat(run("tail")).startsWith("error: Missing").contains("Usage: reactive tail");
    assertThat(run("up --kafka-port 99999"))
        .startsWith("error: --kafka-port must be 0 to 65535, not 99999")
        .contains("see: reactive up --help")
        .doesNotContain("Usage:");
    assertThat(run("up --kafka-port many")).startsWith("error: ").doesNotContain("Usage:");
  }

  private static String run(String line) {
    StringWriter text = new StringWriter();
    PrintWriter both = new PrintWriter(text, true);
    ReactiveCli.commandLine().setOut(both).setErr(both).execute(line.split(" "));
    return text.toString();
  }
}
