package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A brochure's own table, with a bar behind what is per cent of a whole. */
final class ShareBars {
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,9})?) ?%?");

  private ShareBars() {}

  static String table(Table table) {
    return Html.table(
        table,
        1,
        row -> "",
        (row, column) ->
            cell(table.rows().get(row).get(column), table.columns().get(column).startsWith("%")));
  }

  private static String cell(String text, boolean isShare) {
    Matcher percent = PERCENT.matcher(text);
    if (!isShare || !percent.matches()) {
      return Html.text(text);
    }
    return "<span class=\"share\" style=\"--share: "
        + percent.group(1)
        + "%\">"
        + Html.text(text)
        + "</span>";
  }
}
