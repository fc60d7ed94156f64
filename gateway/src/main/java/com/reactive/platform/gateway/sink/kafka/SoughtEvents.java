package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.sink.LoggedEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Utils;

/** Events that are looked for, until they are found. No object is made for an event that is not. */
final class SoughtEvents {
  private final Map<ByteBuffer, List<EventLog.Seeker>> byId = new HashMap<>();

  /** Has the id of the event that is looked at, in the array of that event. */
  private ByteBuffer probe = ByteBuffer.allocate(0);

  SoughtEvents(Collection<? extends EventLog.Seeker> seekers) {
    for (EventLog.Seeker seeker : seekers) {
      ByteBuffer id = ByteBuffer.wrap(seeker.query().eventId());
      byId.computeIfAbsent(id, unused -> new ArrayList<>(1)).add(seeker);
    }
  }

  /** True if nothing is looked for any more. */
  boolean isEmpty() {
    return byId.isEmpty();
  }

  private List<EventLog.Query> queries() {
    return byId.values().stream().flatMap(List::stream).map(EventLog.Seeker::query).toList();
  }

  /** True if all of them can be at one place only. */
  boolean arePlaced() {
    return queries().stream().allMatch(EventLog.Query::isPlaced);
  }

  /** The offsets at which they can be, in order, by partition. */
  Map<Integer, SortedSet<Long>> places() {
    Map<Integer, SortedSet<Long>> places = new TreeMap<>();
    for (EventLog.Query query : queries()) {
      places.computeIfAbsent(query.partition(), unused -> new TreeSet<>()).add(query.offset());
    }
    return places;
  }

  /** The time from which on to look for all of them. */
  long sinceMillis() {
    return queries().stream().mapToLong(EventLog.Query::sinceMillis).min().orElse(Long.MAX_VALUE);
  }

  /**
   * The partitions in which they are most likely: all, if one of them can be anywhere.
   *
   * @param count of the topic's partitions
   */
  SortedSet<Integer> likelyPartitions(int count) {
    SortedSet<Integer> likely = new TreeSet<>();
    for (EventLog.Query query : queries()) {
      if (!query.ofKey()) {
        return allPartitions(count);
      }
      likely.add(Utils.toPositive(Utils.murmur2(query.eventId())) % count);
    }
    return likely;
  }

  private static SortedSet<Integer> allPartitions(int count) {
    SortedSet<Integer> all = new TreeSet<>();
    for (int partition = 0; partition < count; partition++) {
      all.add(partition);
    }
    return all;
  }

  /** Tells those who look for this event. */
  void onEvent(LoggedEvent event) {
    if (probe.array() != event.id) {
      probe = ByteBuffer.wrap(event.id);
    }
    probe.limit(event.idLength);
    List<EventLog.Seeker> seekers = byId.get(probe);
    if (seekers != null && seekers.removeIf(seeker -> tell(seeker, event)) && seekers.isEmpty()) {
      byId.remove(probe);
    }
  }

  private static boolean tell(EventLog.Seeker seeker, LoggedEvent event) {
    boolean met = seeker.query().isMetBy(event);
    if (met) {
      seeker.found(new EventLog.Place(event.partition, event.offset, event.timestampMillis));
    }
    return met;
  }
}
