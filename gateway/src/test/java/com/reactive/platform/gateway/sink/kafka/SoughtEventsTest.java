package com.reactive.platform.gateway.sink.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.sink.EventLog.Place;
import com.reactive.platform.gateway.sink.EventLog.Query;
import com.reactive.platform.gateway.sink.EventLog.Seeker;
import com.reactive.platform.gateway.sink.LoggedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

class SoughtEventsTest {
  private static final long CALLER = 7;

  private static final class Client implements Seeker {
    private final Query query;
    private final List<Place> found = new ArrayList<>();

    Client(Query query) {
      this.query = query;
    }

    @Override
    public Query query() {
      return query;
    }

    @Override
    public void found(Place place) {
      found.add(place);
    }
  }

  private static Client client(String id, boolean ofKey) {
    byte[] ascii = id.getBytes(US_ASCII);
    return new Client(new Query("t", -1, -1, 100, ofKey, ascii, CALLER, event -> true));
  }

  private static LoggedEvent event(LoggedEvent event, String id, long caller, long offset) {
    byte[] ascii = id.getBytes(US_ASCII);
    if (event.id.length < ascii.length) {
      event.id = new byte[2 * ascii.length];
    }
    System.arraycopy(ascii, 0, event.id, 0, ascii.length);
    event.idLength = ascii.length;
    event.isKeyed = true;
    event.caller = caller;
    event.offset = offset;
    return event;
  }

  @Test
  void allWhoLookForAnEventAreToldOnce() {
    Client one = client("id-1", true);
    Client same = client("id-1", true);
    Client other = client("id-10", true);
    SoughtEvents sought = new SoughtEvents(List.of(one, same, other));
    LoggedEvent event = new LoggedEvent();
    sought.onEvent(event(event, "id", CALLER, 1));
    sought.onEvent(event(event, "id-1", CALLER, 2));
    sought.onEvent(event(event, "id-1", CALLER, 3));
    assertThat(one.found).extracting(Place::offset).containsExactly(2L);
    assertThat(same.found).extracting(Place::offset).containsExactly(2L);
    assertThat(sought.isEmpty()).isFalse();
    sought.onEvent(event(event, "id-10", CALLER, 4));
    assertThat(other.found).extracting(Place::offset).containsExactly(4L);
    assertThat(sought.isEmpty()).isTrue();
  }

  @Test
  void anotherCallersEventIsPassedOver() {
    Client client = client("id", true);
    SoughtEvents sought = new SoughtEvents(List.of(client));
    sought.onEvent(event(new LoggedEvent(), "id", CALLER + 1, 1));
    assertThat(client.found).isEmpty();
    assertThat(sought.isEmpty()).isFalse();
  }

  @Test
  void aQueryMayAskForMore() {
    Query query =
        new Query("t", -1, -1, 0, true, "id".getBytes(US_ASCII), CALLER, e -> e.offset > 1);
    Client client = new Client(query);
    SoughtEvents sought = new SoughtEvents(List.of(client));
    sought.onEvent(event(new LoggedEvent(), "id", CALLER, 1));
    sought.onEvent(event(new LoggedEvent(), "id", CALLER, 2));
    assertThat(client.found).extracting(Place::offset).containsExactly(2L);
  }

  @Test
  void anIdOfAClientIsMostLikelyInThePartitionOfItsHash() {
    int partition = Utils.toPositive(Utils.murmur2("id".getBytes(US_ASCII))) % 12;
    assertThat(new SoughtEvents(List.of(client("id", true))).likelyPartitions(12))
        .containsExactly(partition);
    assertThat(
            new SoughtEvents(List.of(client("id", true), client("x", false))).likelyPartitions(3))
        .containsExactly(0, 1, 2);
  }

  @Test
  void placesAreInOrderAndOnceEach() {
    SoughtEvents sought =
        new SoughtEvents(List.of(at("a", 1, 9), at("b", 1, 4), at("c", 1, 9), at("d", 0, 2)));
    assertThat(sought.arePlaced()).isTrue();
    assertThat(sought.places())
        .isEqualTo(Map.of(0, new TreeSet<>(List.of(2L)), 1, new TreeSet<>(List.of(4L, 9L))));
    assertThat(new SoughtEvents(List.of(client("id", true))).arePlaced()).isFalse();
  }

  @Test
  void theOldestTimeCounts() {
    Query older = new Query("t", -1, -1, 50, true, new byte[] {1}, CALLER, event -> true);
    assertThat(new SoughtEvents(List.of(client("id", true), new Client(older))).sinceMillis())
        .isEqualTo(50);
  }

  private static Client at(String id, int partition, long offset) {
    byte[] ascii = id.getBytes(US_ASCII);
    return new Client(new Query("t", partition, offset, 0, true, ascii, CALLER, event -> true));
  }
}
