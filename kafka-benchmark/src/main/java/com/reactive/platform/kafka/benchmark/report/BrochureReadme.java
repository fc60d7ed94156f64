package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.Optional;

/** {@code README.md} of one brochure. */
final class BrochureReadme {
  private final BrochureResult result;
  private final StringBuilder text = new StringBuilder();

  private BrochureReadme(BrochureResult result) {
    this.result = result;
  }

  /**
   * @param quick a line about a quick run beside this one; may be empty
   */
  static String render(BrochureResult result, Optional<Changes> changes, String quick) {
    BrochureReadme readme = new BrochureReadme(result);
    readme.head(quick);
    readme.results();
    readme.checks();
    readme.tables();
    changes.ifPresent(of -> readme.table(of.table(), 3));
    readme.notes();
    readme.reproduce();
    return readme.text.toString();
  }

  private void head(String quick) {
    Verdicts verdicts = new Verdicts(result);
    text.append("# ").append(Markdown.text(verdicts.title())).append("\n\n");
    String states = Format.joined(verdicts.verified("YES", "NO"), verdicts.checks());
    text.append("**").append(Markdown.text(states)).append("**\n\n");
    if (!verdicts.passed()) {
      text.append("**").append(Markdown.text(verdicts.verdict())).append("**\n\n");
    }
    text.append(Markdown.text(result.description())).append("\n\n");
    if (result.quick()) {
      text.append("Quick form: short runs, so the figures are rough.\n\n");
    }
    if (!quick.isEmpty()) {
      text.append(Markdown.text(quick)).append("\n\n");
    }
    text.append(Markdown.text(DetailTables.ground(result))).append("\n\n");
    text.append("[Charts and all the numbers](../../index.html#")
        .append(result.brochure())
        .append(")\n\n");
  }

  private void results() {
    table(ResultsTable.full(result), ResultsTable.TEXT_COLUMNS);
    text.append("Send: accepted by the target, the producer's view. Sustained: until Kafka (or,");
    text.append(" without Kafka, the server) has all of it.\n");
    text.append("Transactional: sustained at acks=all. Latency is from the time a send was due");
    text.append(" to its outcome.").append(ResultsTable.closedLoop(result.runs()));
    text.append("\n\n");
  }

  private void checks() {
    if (!result.checks().isEmpty()) {
      table(DetailTables.checks(result.checks()), DetailTables.CHECK_TEXTS);
    }
  }

  private void tables() {
    result.tables().forEach(table -> table(table, 1));
  }

  private void notes() {
    if (!result.notes().isEmpty()) {
      text.append(Markdown.heading("Notes")).append(Markdown.list(result.notes()));
    }
  }

  private void reproduce() {
    text.append(Markdown.heading("How to reproduce"));
    text.append("```\n").append(result.command().replace("```", "` ` `")).append("\n```\n\n");
    text.append(Markdown.table(DetailTables.environment(result), 2).stripTrailing()).append('\n');
  }

  private void table(Table table, int textColumns) {
    text.append(Markdown.heading(table.title()));
    if (table.rows().isEmpty()) {
      text.append(Markdown.text(table.note())).append("\n\n");
    } else {
      text.append(Markdown.table(table, textColumns));
    }
  }
}
