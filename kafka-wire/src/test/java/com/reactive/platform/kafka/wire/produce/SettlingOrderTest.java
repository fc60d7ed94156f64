package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.wire.produce.SettlingOrder.Event;
import com.reactive.platform.kafka.wire.produce.SettlingOrder.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All orders of some events, after records were sent, each with a seed of its own. {@code
 * -Dorders.length=N} makes them longer, {@code -Dorders.seed=S} begins with another seed.
 */
class SettlingOrderTest {
  private static final int LENGTH = Integer.getInteger("orders.length", 4);
  private static final long SEED = Long.getLong("orders.seed", 1);

  @Test
  void keepsItsPromisesInAllOrders() {
    assertThat(firstFailure(LENGTH, Fault.NONE)).isNull();
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void findsWhatIsWrongOnPurpose(Fault fault) {
    assertThat(firstFailure(3, fault)).isNotNull();
  }

  /** Null if all promises were kept. */
  private static String firstFailure(int length, Fault fault) {
    long seed = SEED;
    for (List<Event> order : orders(length)) {
      try {
        new SettlingOrder(seed, fault).run(order);
      } catch (AssertionError | RuntimeException e) {
        return order + ", seed " + seed + ": " + e;
      }
      seed++;
    }
    return null;
  }

  private static List<List<Event>> orders(int length) {
    List<List<Event>> orders = List.of(List.of(Event.SEND));
    for (int i = 0; i < length; i++) {
      List<List<Event>> longer = new ArrayList<>();
      for (List<Event> order : orders) {
        for (Event next : Event.values()) {
          List<Event> more = new ArrayList<>(order);
          more.add(next);
          longer.add(more);
        }
      }
      orders = longer;
    }
    return orders;
  }
}
