package com.reactive.platform.reliability.mutate;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.kafka.benchmark.loop.MemoryServer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A short run; {@code ./reactive bench mutate --http2}, or {@code --calls}, is the long one. */
class FrameMutationTest {
  private static final long SEED = Long.getLong("seed", 20_261_123L);
  private static final long MUTANTS = Long.getLong("mutants", 3_000L);

  /** Of plain requests, and of calls. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noConnectionHarmsTheServer(boolean calls) throws Exception {
    Mutation.Summary summary = new FrameMutation(calls, SEED, MUTANTS, 2, line -> {}).run();
    System.out.println(summary.text());
    assertThat(summary.mutants()).isEqualTo(MUTANTS);
    // A run in which nearly all is refused, or taken, would show little.
    assertThat(summary.byVerdict().get("ACKED")).isGreaterThan(summary.requests() / 10);
    assertThat(summary.byVerdict().get("ACKED")).isLessThan(summary.requests() * 9 / 10);
    assertThat(summary.requests()).isGreaterThan(MUTANTS);
    // Valid events, of which the changed connections lose some, and repeat a few.
    assertThat(summary.byVerdict().get("ACKED"))
        .isBetween(summary.events() / 4, summary.events() * 2);
    if (calls) {
      assertThat(summary.responses())
          .containsKeys(
              "grpc OK",
              "grpc INVALID_ARGUMENT",
              "grpc-web OK",
              "grpc-web INVALID_ARGUMENT",
              "connect ok",
              "connect invalid_argument");
      assertThat(summary.predicted()).isGreaterThan(MUTANTS / 2);
    } else {
      assertThat(summary.responses()).containsKeys("http2 201", "http2 400", "http2 422");
    }
  }

  /** Of each subject, whatever the codec: the server finds no fault in what was not changed. */
  @ParameterizedTest
  @EnumSource(Subject.class)
  void callsThatNobodyChangedHaveAllTheirEventsStored(Subject subject) throws Exception {
    Calls calls = new Calls(new SplittableRandom(SEED), subject);
    List<List<byte[]>> connections = new ArrayList<>();
    long events = 0;
    for (int i = 0; i < 50; i++) {
      Conversations.Conversation whole = calls.next();
      connections.add(List.of(Conversations.bytes(whole.frames())));
      events += whole.events();
    }
    try (MemoryServer server = new MemoryServer(Subject.streams())) {
      List<byte[]> written = server.converse(connections);
      server.check();
      assertThat(written)
          .allSatisfy(each -> assertThat(Http2Answers.read(each).streams()).isNotEmpty());
      assertThat(server.ledger().ended().get(Outcome.ACKED)).isEqualTo(events);
    }
  }

  /** As a connection is whose frames were repeated. */
  @Test
  void bytesOfAnyLengthAreChanged() {
    ByteMutator mutator = new ByteMutator(new SplittableRandom(SEED));
    byte[] large = new byte[200_000];
    for (int i = 0; i < 1_000; i++) {
      assertThat(mutator.mutate(large, large).length).isLessThanOrEqualTo(large.length);
    }
  }

  @Test
  void theSeedAloneDecidesWhatComes() {
    assertThat(mutant(7, false)).isEqualTo(mutant(7, false)).isNotEqualTo(mutant(8, false));
    assertThat(mutant(7, true)).isEqualTo(mutant(7, true)).isNotEqualTo(mutant(8, true));
  }

  private static byte[] mutant(long seed, boolean calls) {
    SplittableRandom random = new SplittableRandom(seed);
    Conversations conversations =
        calls ? new Calls(random, Subject.ORDER) : new Conversations(random, Subject.ORDER);
    return Conversations.bytes(new FrameMutator(random).mutate(conversations.next().frames()));
  }
}
