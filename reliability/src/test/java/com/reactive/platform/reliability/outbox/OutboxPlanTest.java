package com.reactive.platform.reliability.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.reliability.outbox.OutboxPlan.Kill;
import com.reactive.platform.reliability.outbox.TransactionPlan.Piece;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The kills and the transactions of a seed, and what the writers note of them. */
class OutboxPlanTest {
  private static OutboxPlan plan(Map<KillTarget, Integer> counts, long seed) {
    return new OutboxPlan(counts, seed, 1_000, 100_000, 2, 256);
  }

  @Test
  void eachProcessIsKilledAsOftenAsAskedAndTheSeedDecidesWhen() {
    Map<KillTarget, Integer> counts =
        Map.of(KillTarget.GATEWAY, 100, KillTarget.POSTGRES, 5, KillTarget.BROKER, 6);
    List<Kill> kills = plan(counts, 1).kills();
    assertThat(kills).isEqualTo(plan(counts, 1).kills()).isNotEqualTo(plan(counts, 2).kills());
    counts.forEach(
        (target, count) ->
            assertThat(kills).filteredOn(kill -> kill.target() == target).hasSize(count));
    assertThat(kills).filteredOn(Kill::atStart).isNotEmpty();
    assertThat(kills).extracting(Kill::gateway).contains(0, 1);
    assertThat(plan(counts, 1).command())
        .isEqualTo(
            "./reactive bench outbox --count gateway-kill=100,postgres-kill=5,broker-kill=6"
                + " --seed 1 --rate 1000 --max-rows 100000 --gateways 2 --heap-mb 256");
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    assertThatThrownBy(() -> plan(Map.of(KillTarget.BROKER, 0), 1))
        .hasMessageContaining("nothing to do");
    assertThatThrownBy(() -> plan(Map.of(KillTarget.BROKER, -1), 1))
        .hasMessageContaining("broker-kill must be 0 to 100000, not -1");
    assertThatThrownBy(
            () -> new OutboxPlan(Map.of(KillTarget.GATEWAY, 1), 1, 1_000, 100_000, 4, 256))
        .hasMessageContaining("--gateways must be 1 to 3, not 4");
    assertThatThrownBy(() -> KillTarget.named("power"))
        .hasMessageContaining("there are gateway-kill, postgres-kill, broker-kill");
  }

  @Test
  void transactionsAreOfAllKinds() {
    SplittableRandom random = new SplittableRandom(7);
    List<Integer> sizes =
        IntStream.range(0, 10_000)
            .mapToObj(i -> TransactionPlan.drawRows(random, 10, 1_000))
            .toList();
    assertThat(sizes).allMatch(size -> size >= 10 && size <= 1_000).contains(10, 1_000);
    List<TransactionPlan> plans =
        sizes.stream().map(size -> TransactionPlan.draw(random, size)).toList();
    assertThat(plans).extracting(OutboxPlanTest::rows).isEqualTo(sizes);
    assertThat(plans).extracting(TransactionPlan::end).contains(TransactionPlan.End.values());
    assertThat(plans).extracting(TransactionPlan::deletes).contains(true, false);
    assertThat(plans)
        .flatExtracting(TransactionPlan::pieces)
        .extracting(Piece::undone)
        .contains(true, false);
  }

  private static int rows(TransactionPlan plan) {
    return plan.pieces().stream().mapToInt(Piece::rows).sum();
  }

  @Test
  void aRowIsFoundByItsId() {
    LoadRow row = new LoadRow(3, 1_000_000);
    assertThat(row.id()).isEqualTo("00000000-0000-0003-0000-0000000f4240");
    assertThat(LoadRow.of(row.id())).isEqualTo(row);
    assertThat(LoadRow.of("00000000-0000-0003-0001-0000000f4240")).isNull();
    assertThat(LoadRow.of("no id")).isNull();
  }

  @Test
  void theDatabaseDecidesWhatWasCommittedAndIsItselfChecked() {
    WriterLog log = new WriterLog(1);
    for (int i = 0; i < 3; i++) {
      int from = log.insert(10);
      log.keep(log.begin(), from, from + 4);
    }
    log.committed(0);
    log.notCommitted(1);
    assertThat(log.unanswered()).isEqualTo(1);
    BitSet marks = new BitSet();
    marks.set(0);
    marks.set(2);
    assertThat(log.faultsOf(marks)).isEmpty();
    assertThat(log.rowsOf(marks::get))
        .containsExactly(new WriterLog.Rows(0, 0, 4), new WriterLog.Rows(2, 20, 24));

    marks.clear(0);
    marks.set(1);
    assertThat(log.faultsOf(marks))
        .containsExactly(
            "Postgres lost transactions of writer 1 that it committed: {0}",
            "Postgres has rolled-back transactions of writer 1: {1}");
  }
}
