package com.reactive.platform.gateway.config;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Refuses YAML whose values, with every alias written out, would need more stack or memory than a
 * reader has: nested too deep, without end since it contains itself, or aliases of aliases.
 */
public final class BoundedYaml {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_COLLECTIONS = 10_000;

  /** Of a collection: how many are in it, itself counted, and how deep they are nested. */
  private record Extent(int collections, int depth) {}

  /** One that has begun and not ended. */
  private static final class Open {
    private final Anchor anchor;
    private int collections = 1;
    private int depth = 1;

    Open(Anchor anchor) {
      this.anchor = anchor;
    }

    void add(Extent inner) {
      collections += inner.collections;
      depth = Math.max(depth, 1 + inner.depth);
    }
  }

  private final Deque<Open> open = new ArrayDeque<>();
  private final Map<Anchor, Extent> anchored = new HashMap<>();

  private Optional<Mark> here = Optional.empty();

  private BoundedYaml() {}

  /**
   * The text itself, to be loaded.
   *
   * @throws YamlEngineException if it is nested deeper than 64, contains itself, has more than
   *     10,000 mappings and lists, or is not YAML
   */
  public static String check(LoadSettings settings, String text) {
    BoundedYaml bounds = new BoundedYaml();
    for (Event event : new Parse(settings).parseString(text)) {
      bounds.here = event.getStartMark();
      bounds.see(event);
    }
    return text;
  }

  private void see(Event event) {
    switch (event.getEventId()) {
      case SequenceStart, MappingStart ->
          begin(((CollectionStartEvent) event).getAnchor().orElse(null));
      case SequenceEnd, MappingEnd -> end();
      case Alias -> alias(((AliasEvent) event).getAlias());
      default -> {
        // Neither nested nor anchored to anything that is.
      }
    }
  }

  private void begin(Anchor anchor) {
    if (open.size() == MAX_DEPTH) {
      throw refused("it is nested deeper than " + MAX_DEPTH);
    }
    anchored.remove(anchor);
    open.push(new Open(anchor));
  }

  private void end() {
    Open ended = open.pop();
    Extent extent = new Extent(ended.collections, ended.depth);
    if (ended.anchor != null) {
      anchored.put(ended.anchor, extent);
    }
    add(extent);
  }

  private void alias(Anchor anchor) {
    if (open.stream().anyMatch(outer -> anchor.equals(outer.anchor))) {
      throw refused("it contains itself, by the alias '" + anchor + "'");
    }
    Extent extent = anchored.get(anchor);
    if (extent != null) {
      add(extent);
    }
  }

  private YamlEngineException refused(String problem) {
    return new ParserException(problem, here);
  }

  private void add(Extent extent) {
    Open outer = open.peek();
    if (outer == null) {
      return;
    }
    outer.add(extent);
    if (open.size() - 1 + outer.depth > MAX_DEPTH) {
      throw refused("it is nested deeper than " + MAX_DEPTH);
    }
    if (outer.collections > MAX_COLLECTIONS) {
      throw refused(
          "it has more than " + MAX_COLLECTIONS + " mappings and lists after expanding aliases");
    }
  }
}
