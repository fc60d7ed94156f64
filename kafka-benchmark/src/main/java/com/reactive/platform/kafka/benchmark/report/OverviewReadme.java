package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.List;

/** {@code README.md} across all brochures. */
final class OverviewReadme {
  private OverviewReadme() {}

  static String render(Overview overview) {
    List<Overview.Entry> entries = overview.entries();
    StringBuilder text = new StringBuilder("# Benchmark reports\n\n");
    text.append(overview.summary()).append("\n\n[Charts and trends](index.html)\n\n");
    if (!overview.unreadable().isEmpty()) {
      text.append(Markdown.list(overview.unreadable()));
    }
    if (!entries.isEmpty()) {
      text.append(Markdown.table(Overview.brochures(entries), 3, OverviewReadme::link));
    }
    Table regressions = Overview.regressions(entries);
    if (!regressions.rows().isEmpty()) {
      text.append(Markdown.heading(regressions.title()));
      text.append(Markdown.table(regressions, 3));
    }
    return text.toString().stripTrailing() + "\n";
  }

  private static String link(String brochure) {
    return "[" + Markdown.text(brochure) + "](brochures/" + brochure + "/README.md)";
  }
}
