package com.reactive.platform.outbox;

import com.reactive.platform.gateway.config.Settings;
import java.util.regex.Pattern;

/**
 * The names of the columns that make an event.
 *
 * @param id becomes the event id
 * @param stream names the stream
 * @param key becomes the key of the record
 * @param type becomes a header of the record; the table need not have it
 * @param payload is the event, as JSON
 */
record OutboxColumns(String id, String stream, String key, String type, String payload) {
  static OutboxColumns from(Settings settings, Pattern allowed) {
    return new OutboxColumns(
        column(settings, "id", "id", "column of the event id", allowed),
        column(settings, "stream", "aggregatetype", "column of the stream", allowed),
        column(settings, "key", "aggregateid", "column of the record key", allowed),
        column(
            settings,
            "type",
            "type",
            "column of the header event-type; the table need not have it",
            allowed),
        column(settings, "payload", "payload", "column of the event, as JSON", allowed));
  }

  private static String column(
      Settings settings, String name, String usual, String doc, Pattern allowed) {
    String key = "outbox.columns." + name;
    String column = settings.text(key, usual, doc);
    if (!allowed.matcher(column).matches()) {
      settings.reject(key, "must match " + allowed + ", not '" + column + "'");
    }
    return column;
  }
}
