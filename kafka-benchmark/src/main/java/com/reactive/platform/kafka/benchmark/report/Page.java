package com.reactive.platform.kafka.benchmark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page that needs nothing besides itself: styles, data and scripts are in it. */
final class Page {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");
  private static final String LIBRARY = "META-INF/maven/org.webjars.npm/chart.js/pom.properties";

  private Page() {}

  /**
   * @param body HTML, with a place for every chart, see {@link #figures}
   */
  static String render(String title, String body, List<Chart> charts) {
    Map<String, String> parts =
        Map.of(
            "title",
            Html.text(title),
            "style",
            resource("report.css"),
            "body",
            body,
            "data",
            Html.json(json(charts)),
            "library",
            charts.isEmpty() ? "" : library(),
            "script",
            resource("report.js"));
    return PLACEHOLDER
        .matcher(resource("report.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
  }

  /** Places for the charts; empty if there are none. */
  static String figures(List<Chart> charts) {
    StringBuilder html = new StringBuilder();
    for (Chart chart : charts) {
      html.append("<figure class=\"chart ")
          .append(chart.kind())
          .append("\" data-chart=\"")
          .append(Html.text(chart.id()))
          .append("\">")
          .append(Html.element("figcaption", "", chart.title()))
          .append("<div class=\"plot\"><canvas role=\"img\" aria-label=\"")
          .append(Html.text(chart.title() + "; its numbers are in the table that follows"))
          .append("\"></canvas></div>");
      if (!chart.note().isEmpty()) {
        html.append(Html.element("p", "note", chart.note()));
      }
      html.append("<details class=\"numbers\"><summary>Numbers</summary></details></figure>\n");
    }
    return html.isEmpty() ? "" : "<div class=\"charts\">\n" + html + "</div>\n";
  }

  private static String json(List<Chart> charts) {
    try {
      return JSON.writeValueAsString(Map.of("charts", charts));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("charts are plain data", e);
    }
  }

  /** The charting library, without the reference to its source map, which is not there. */
  private static String library() {
    Properties about = new Properties();
    try (InputStream in = open("/" + LIBRARY)) {
      about.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + LIBRARY, e);
    }
    String file =
        "/META-INF/resources/webjars/chart.js/"
            + about.getProperty("version")
            + "/dist/chart.umd.min.js";
    return read(file).replaceAll("(?m)^//# sourceMappingURL=.*$", "").strip();
  }

  private static String resource(String name) {
    return read(name).strip();
  }

  private static String read(String name) {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  private static InputStream open(String name) {
    InputStream in = Page.class.getResourceAsStream(name);
    if (in == null) {
      throw new IllegalStateException(name + " is missing from the class path");
    }
    return in;
  }
}
