package com.reactive.platform.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.testing.LogCapture;
import com.reactive.platform.gateway.testing.TestGateway;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InstanceCountTest {
  private volatile String[] answer = {};

  private InetAddress[] answer(String name) throws UnknownHostException {
    assertThat(name).isEqualTo("gateways.example");
    if (answer.length == 0) {
      throw new UnknownHostException(name);
    }
    return Stream.of(answer).map(InstanceCountTest::address).toArray(InetAddress[]::new);
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anInstanceMayHaveAnAddressOfEachFamily() {
    try (InstanceCount count = new InstanceCount("gateways.example", this::answer)) {
      answer = new String[] {"10.0.0.1", "10.0.0.2", "fd00::1", "fd00::2"};
      count.lookUp();
      assertThat(count.latest()).isEqualTo(2);
      answer = new String[] {"fd00::1", "fd00::2", "fd00::3"};
      count.lookUp();
      assertThat(count.latest()).isEqualTo(3);
    }
  }

  @Test
  void withoutAnAnswerTheNumberStays() {
    try (LogCapture log = new LogCapture(InstanceCount.class);
        InstanceCount count = new InstanceCount("gateways.example", this::answer)) {
      count.lookUp();
      count.lookUp();
      assertThat(count.latest()).isZero();
      assertThat(log.lines("WARN Cannot look up gateways.example")).hasSize(1);
      answer = new String[] {"10.0.0.1"};
      count.lookUp();
      answer = new String[] {};
      count.lookUp();
      assertThat(count.latest()).isEqualTo(1);
      assertThat(log.lines("WARN Cannot look up gateways.example")).hasSize(2);
    }
  }

  @Test
  void ratesAreSharedByAsManyAsThereAreNow() throws Exception {
    LimitsConfig config =
        LimitsConfig.from(
            Settings.ofKeys(
                Map.of(
                    "limits.requests-per-second-per-address", "12",
                    "limits.instances", "2",
                    "limits.instances-from", "gateways.example")));
    ClientAddress client = ClientAddress.of(InetAddress.getByName("11.1.1.1"));
    try (Limits limits = new Limits(config, this::answer)) {
      assertThat(limits.inForce()).containsEntry("limits.instances", "2");
      answer = new String[] {"10.0.0.1", "10.0.0.2", "10.0.0.3"};
      limits.start();
      TestGateway.await(
          "three are counted", () -> limits.inForce().get("limits.instances").equals("3"));
      long now = System.nanoTime();
      int taken = 0;
      while (limits.take(client, now) == null) {
        taken++;
      }
      assertThat(taken).isEqualTo(4);
    }
  }
}
