package com.reactive.platform.kafka.benchmark.result;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;

/**
 * A line for every field of a brochure and of a run, and for every element of their lists; what is
 * further inside stays on its line. A sweep has tens of thousands of points.
 */
final class LineLayout extends DefaultPrettyPrinter {
  private static final long serialVersionUID = 1;

  /** The brochure is 1, its list of runs 2, a run 3. */
  private static final int LAST_OBJECT = 3;

  private static final int LAST_ARRAY = 4;
  private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");

  LineLayout() {
    indentObjectsWith(new UpTo(LAST_OBJECT));
    indentArraysWith(new UpTo(LAST_ARRAY));
  }

  @Override
  public DefaultPrettyPrinter createInstance() {
    return new LineLayout();
  }

  @Override
  public void writeEndObject(JsonGenerator out, int entries) throws IOException {
    end(out, entries, LAST_OBJECT, '}');
  }

  @Override
  public void writeEndArray(JsonGenerator out, int values) throws IOException {
    end(out, values, LAST_ARRAY, ']');
  }

  private void end(JsonGenerator out, int entries, int last, char bracket) throws IOException {
    boolean lines = _nesting <= last;
    _nesting--;
    if (lines && entries > 0) {
      LINES.writeIndentation(out, _nesting);
    }
    out.writeRaw(bracket);
  }

  /** New lines up to a level, nothing beyond it. */
  private record UpTo(int level) implements Indenter {
    @Override
    public void writeIndentation(JsonGenerator out, int depth) throws IOException {
      if (depth <= level) {
        LINES.writeIndentation(out, depth);
      }
    }

    @Override
    public boolean isInline() {
      return false;
    }
  }
}
