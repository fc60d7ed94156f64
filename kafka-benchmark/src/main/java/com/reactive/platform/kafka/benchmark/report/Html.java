package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.List;
import java.util.function.IntFunction;

/** Text and tables as HTML. */
final class Html {
  /** A table with more rows scrolls in itself, so that what follows can be found. */
  private static final int MAX_ROWS = 24;

  private Html() {}

  static String text(String plain) {
    return plain
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** JSON for a script element: nothing in it can end the element. */
  static String json(String json) {
    return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
  }

  /** An element with text in it; the class may be empty. */
  static String element(String name, String cssClass, String plain) {
    return open(name, cssClass) + text(plain) + "</" + name + ">";
  }

  static String open(String name, String cssClass) {
    return cssClass.isEmpty() ? "<" + name + ">" : "<" + name + " class=\"" + cssClass + "\">";
  }

  static String list(List<String> items) {
    StringBuilder html = new StringBuilder("<ul>");
    items.forEach(item -> html.append(element("li", "", item)));
    return html.append("</ul>\n").toString();
  }

  /** A fold that is closed at first. */
  static String fold(String summary, String content) {
    return "<details><summary>" + text(summary) + "</summary>\n" + content + "</details>\n";
  }

  static String section(String id, String title, String content) {
    return "<section id=\""
        + text(id)
        + "\">"
        + element("h2", "", title)
        + "\n"
        + content
        + "</section>\n";
  }

  /**
   * A table that scrolls by itself where it is wide.
   *
   * @param textColumns how many columns, from the first on, hold text; the others hold numbers
   * @param rowClass CSS class of each row; may be empty
   */
  static String table(Table table, int textColumns, IntFunction<String> rowClass) {
    return table(
        table, textColumns, rowClass, (row, column) -> text(table.rows().get(row).get(column)));
  }

  /** As above, with cells that are HTML already. */
  static String table(
      Table table, int textColumns, IntFunction<String> rowClass, CellHtml cellHtml) {
    StringBuilder html = new StringBuilder();
    boolean hasHead = table.columns().stream().anyMatch(column -> !column.isEmpty());
    html.append("<div class=\"")
        .append(table.rows().size() > MAX_ROWS ? "scroll tall" : "scroll")
        .append("\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(text(table.title()))
        .append("\"><table>");
    if (hasHead) {
      head(html, table.columns(), textColumns);
    }
    html.append("<tbody>\n");
    for (int row = 0; row < table.rows().size(); row++) {
      html.append(open("tr", rowClass.apply(row)));
      for (int column = 0; column < table.rows().get(row).size(); column++) {
        html.append(
                column == 0
                    ? "<th scope=\"row\">"
                    : column < textColumns ? "<td>" : "<td class=\"n\">")
            .append(cellHtml.of(row, column))
            .append(column == 0 ? "</th>" : "</td>");
      }
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
    if (!table.note().isEmpty()) {
      html.append(element("p", "note", table.note())).append('\n');
    }
    return html.toString();
  }

  private static void head(StringBuilder html, List<String> columns, int textColumns) {
    html.append("<thead><tr>");
    for (int column = 0; column < columns.size(); column++) {
      html.append("<th scope=\"col\"")
          .append(column < textColumns ? ">" : " class=\"n\">")
          .append(text(columns.get(column)))
          .append("</th>");
    }
    html.append("</tr></thead>");
  }

  /** Content of a cell. */
  @FunctionalInterface
  interface CellHtml {
    String of(int row, int column);
  }
}
