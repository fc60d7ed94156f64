package com.reactive.platform.kafka.benchmark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.ResultsJson;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.testbed.AtomicFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * The page that draws every report: {@code index.html} and {@code viewer/*}, whose sources are
 * those in {@code reports} of the project. A page opened from a file may run scripts that lie
 * beside it, but must not read files. So its data are scripts.
 */
final class Viewer {
  /** The files of the page. */
  static final List<String> FILES =
      List.of(
          "index.html",
          "viewer/report.css",
          "viewer/chart.umd.min.js",
          "viewer/figures.js",
          "viewer/charts.js",
          "viewer/drawing.js",
          "viewer/parts.js",
          "viewer/details.js",
          "viewer/brochure.js",
          "viewer/report.js");

  private static final ObjectMapper JSON = new ObjectMapper();

  private Viewer() {}

  /** The address of a brochure's page. */
  static String page(Path reportsDir, String brochure) {
    return reportsDir.resolve("index.html") + "#" + brochure;
  }

  /** Puts the page into a folder. A file that is there and the same is left alone. */
  static void install(Path reportsDir) throws IOException {
    for (String name : FILES) {
      Path file = reportsDir.resolve(name);
      String text = source(name);
      if (!Files.exists(file) || !Files.readString(file).equals(text)) {
        AtomicFile.write(file, text);
      }
    }
  }

  /** A script that calls a function of the page with this data. */
  static String call(String function, Object data) {
    return function + "(" + json(data) + ");\n";
  }

  /**
   * The data of one brochure for the page: its result and the other content of README.md. Packed,
   * since it is a second copy.
   *
   * @param since what changed since the run before
   * @param quick a line about a quick run beside this one; may be empty
   */
  static String script(BrochureResult result, Optional<Table> since, String quick) {
    String data =
        "{\"result\":%s,\"since\":%s,\"quick\":%s}"
            .formatted(ResultsJson.toJson(result), json(since.orElse(null)), json(quick));
    return "reactiveResults(%s, \"%s\");\n".formatted(json(result.brochure()), packed(data));
  }

  private static String packed(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("reports are plain data", e);
    }
  }

  private static String source(String name) throws IOException {
    try (InputStream in = Viewer.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
