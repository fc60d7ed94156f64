package com.reactive.platform.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.RetryOrder.Event;
import com.reactive.platform.gateway.ingest.RetryOrder.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All orders of some events after a first request. {@code -Dorders.length=N} makes them longer. */
class RetryOrderTest {
  private static final int LENGTH = Integer.getInteger("orders.length", 5);

  @Test
  void anEventIsWrittenOnceInAllOrders() {
    assertThat(firstFailure(LENGTH, Fault.NONE)).isNull();
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void whatIsWrongOnPurposeIsFound(Fault fault) {
    assertThat(firstFailure(4, fault)).endsWith("written twice");
  }

  /** Null if there is none. */
  private static String firstFailure(int length, Fault fault) {
    List<Event> order = new ArrayList<>(List.of(Event.SEND));
    return firstFailure(order, length, fault);
  }

  private static String firstFailure(List<Event> order, int more, Fault fault) {
    if (more == 0) {
      try {
        new RetryOrder(fault).run(order);
        return null;
      } catch (AssertionError | RuntimeException e) {
        return order + ": " + e;
      }
    }
    for (Event next : Event.values()) {
      order.add(next);
      String found = firstFailure(order, more - 1, fault);
      if (found != null) {
        return found;
      }
      order.remove(order.size() - 1);
    }
    return null;
  }
}
