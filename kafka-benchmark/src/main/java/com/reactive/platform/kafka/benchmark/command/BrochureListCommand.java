package com.reactive.platform.kafka.benchmark.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.kafka.benchmark.brochure.AllTargets;
import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Brochures;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List the brochures (benchmark scenarios) and their approximate durations.",
    footer = {"", "Example: ./reactive bench brochure list"})
final class BrochureListCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON, with times in seconds.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    List<Brochure> all = Brochures.ofProject(AllTargets.known()).readAll();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(entries(all)));
    } else {
      out.printf("%-20s  %8s  %8s  %s%n", "brochure", "full", "--quick", "what it measures");
      for (Brochure brochure : all) {
        out.printf(
            "%-20s  %4.0f min  %4.1f min  %s%n",
            brochure.name(),
            Math.ceil(brochure.full().seconds() / 60),
            brochure.quick().seconds() / 60,
            brochure.title());
      }
    }
    out.flush();
    return 0;
  }

  private static List<Map<String, Object>> entries(List<Brochure> all) {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (Brochure brochure : all) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", brochure.name());
      entry.put("title", brochure.title());
      entry.put("seconds", brochure.full().seconds());
      entry.put("quickSeconds", brochure.quick().seconds());
      entries.add(entry);
    }
    return entries;
  }
}
