package com.reactive.platform.kafka.benchmark.brochure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrochureFileTest {
  private static final String GOOD =
      """
      name: tiny
      title: A tiny one
      description: For a test.
      baseline: plain
      targets:
        - {name: plain, kind: producer, config: {acks: all}}
        - {name: 'linger {ms}', kind: producer, role: rival, in-flight: 8, config: {acks: all, linger.ms: '{ms}'}, vary: {ms: {none: 0, five: 5}}}
      loads:
        - {name: flat out, closed: 64}
        - {name: steady, rate: 100, in-flight: 32, lanes: 1, min-share: 0.5}
      lanes: 2
      message-bytes: 200
      payload: constant
      warmup-seconds: 3
      seconds: 20
      rounds: 3
      heat-seconds: 7
      quick: {warmup-seconds: 0, seconds: 2, rounds: 2, heat-seconds: 3, loads: steady, targets: [plain, linger none]}
      thresholds:
        - {metric: sustained, at-least: 100}
        - {metric: p99, target: plain, load: steady, versus: linger five, at-most-ratio: 1.1, goal: true}
        - {metric: cpu:load+broker, target: plain, best-of: rival, at-most-ratio: 2}
        - {metric: cpu:load, target: plain, load: flat out, versus-load: steady, at-most-ratio: 3}
      notes: [Just a test.]
      """;

  @TempDir Path folder;

  @Test
  void aGoodBrochureIsReadAsItIsWritten() throws IOException {
    Brochure brochure = read(GOOD);

    assertThat(brochure.full().targets())
        .extracting(PlannedTarget::name)
        .containsExactly("plain", "linger none", "linger five");
    assertThat(brochure.full().targets())
        .extracting(PlannedTarget::role)
        .containsExactly(Role.BASELINE, Role.RIVAL, Role.RIVAL);
    assertThat(brochure.full().targets().get(2).spec().options())
        .containsEntry("linger.ms", "5")
        .containsEntry("acks", "all");
    assertThat(brochure.full().loads())
        .containsExactly(
            new Load("flat out", LoadKind.CLOSED, 2, 64, 0, 3, 20, 200, Payload.CONSTANT, 0),
            new Load("steady", LoadKind.OPEN, 1, 32, 100, 3, 20, 200, Payload.CONSTANT, 0.5));
    assertThat(brochure.full().rounds()).isEqualTo(3);
    assertThat(brochure.full().initialWarmupSeconds()).isEqualTo(7);
    assertThat(brochure.quick().rounds()).isEqualTo(2);
    assertThat(brochure.quick().initialWarmupSeconds()).isEqualTo(3);
    assertThat(brochure.quick().targets())
        .extracting(PlannedTarget::name)
        .containsExactly("plain", "linger none");
    assertThat(brochure.quick().loads())
        .containsExactly(
            new Load("steady", LoadKind.OPEN, 1, 32, 100, 0, 2, 200, Payload.CONSTANT, 0.5));
    assertThat(brochure.thresholds()).hasSize(4);
    assertThat(brochure.thresholds().get(3).versusLoad()).isEqualTo("steady");
    assertThat(brochure.thresholds().get(3).limit()).isEqualTo(3);
    assertThat(brochure.thresholds().get(1).goal()).isTrue();
    assertThat(brochure.notes()).containsExactly("Just a test.");
  }

  @Test
  void loadsAndTargetsMayBelongToAGroup() throws IOException {
    Brochure brochure =
        read(
            GOOD.replace("role: rival,", "role: rival, group: far, rtt-ms: 2,")
                .replace("rate: 100,", "rate: 100, group: far,")
                .replace("quick:", "goals: {targets: plain, loads: flat out}\nquick:"));

    assertThat(brochure.full().targets())
        .extracting(PlannedTarget::rttMillis)
        .containsExactly(0, 2, 2);
    assertThat(IterationOrder.of(brochure.full().withRounds(1)))
        .extracting(next -> next.load().name() + " " + next.target().name())
        .containsExactly("flat out plain", "steady linger none", "steady linger five");
    assertThat(brochure.goals().rounds()).isOne();
    assertThat(brochure.goals().loads()).extracting(Load::seconds).containsExactly(20.0);
    assertThat(read(GOOD).goals()).isEqualTo(read(GOOD).full());
  }

  @Test
  void aTargetThatCarriesMuchPerSendHasABoundOfItsOwn() throws IOException {
    Brochure brochure = read(GOOD);
    Load load = brochure.full().loads().get(0);

    assertThat(brochure.full().targets().get(0).fitted(load).concurrency()).isEqualTo(64);
    assertThat(brochure.full().targets().get(1).fitted(load).concurrency()).isEqualTo(8);
  }

  /** What is replaced in the good one, by what, and the error that must come of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          name: tiny                | name: huge          | name: must be that of the folder, tiny
          title: A tiny one         | titel: A tiny one   | titel: is no key here; allowed are name, title,
          title: A tiny one         | titel: A tiny one   | title: must be given, as text
          baseline: plain           | baseline: plane     | baseline: must be the name of a target: 'plain', 'linger none', 'linger five'
          kind: producer, config    | kind: prodcer, config | targets[0].config: target plain: kind must be one of
          acks: all}}               | acks: some}}        | targets[0].config: target plain: acks
          acks: all}}               | aks: all}}          | targets[0].config: target plain: aks is no option of kind producer
          role: rival               | role: arrival       | targets[1].role: must be one of subject, rival, ceiling, not 'arrival'
          in-flight: 8              | group: far          | group: must be the same of loads and targets
          in-flight: 8              | warmup-seconds: 8   | targets[1].warmup-seconds: is no key here
          in-flight: 8              | training: {seconds: 1, file: client.id} | targets[1].training.loads: must name at least one
          in-flight: 8              | training: {loads: steady, file: client.id} | targets[1].training.seconds: must be given
          in-flight: 8              | training: {loads: steady, seconds: 1} | targets[1].training.file: must be given
          in-flight: 8              | training: {loads: steady, seconds: 1, file: aks} | aks is no option of kind producer
          in-flight: 8              | training: {loads: far, seconds: 1, file: client.id} | targets.training.loads: must be of 'flat out', 'steady', not 'far'
          load: steady, versus      | except-load: far, versus | thresholds[1].except-load: must be one of
          load: steady, versus      | load: steady, except-load: flat out, versus | thresholds[1].except-load: must not be given beside load
          in-flight: 8              | brokers: 2          | targets[1].brokers: must be 1 or 3
          in-flight: 8              | in-flight: many     | targets[1].in-flight: must be a number from 1 to 1048576, not 'many'
          none: 0, five             | none: 0, none: 0, five | is not YAML
          {none: 0, five: 5}        | []                  | targets[1].vary.ms: must be a list of values, or a mapping of labels to values
          linger {ms}               | linger              | targets[1].name: there is another target named 'linger'
          closed: 64                | closed: 0           | loads[0].closed: must be a number from 1 to 1048576, not 0
          closed: 64                | closed: 1           | loads[0].closed: must be at least one for each lane
          closed: 64                | closed: 6.5         | loads[0].closed: must be a whole number, not 6.5
          closed: 64                | close: 64           | loads[0].closed: either this (sends in flight) or rate (messages per second) must be given
          closed: 64                | closed: 64, rate: 1 | loads[0].closed: either this
          rate: 100, in-flight: 32  | rate: 100           | loads[1].in-flight: must bound the sends in flight
          name: steady              | name: flat out      | loads[1].name: there is another load named 'flat out'
          min-share: 0.5            | min-share: 2        | loads[1].min-share: must be a number from 0 to 1, not 2
          message-bytes: 200        | message-bytes: 7    | message-bytes: must be a number from 24 to 1048576, not 7
          payload: constant         | payload: zeros      | payload: must be one of random, constant, text, not 'zeros'
          seconds: 20               | seconds: soon       | seconds: must be a number from 0.1 to 86400, not 'soon'
          rounds: 3                 | rounds: 0           | rounds: must be a number from 1 to 1000, not 0
          loads: steady             | loads: [unsteady]   | quick.loads: must be of 'flat out', 'steady', not 'unsteady'
          targets: [plain, linger none] | target: plain   | quick.target: is no key here
          metric: sustained         | metric: speed       | thresholds[0].metric: must be one of send, sustained,
          at-least: 100             | at-most: 100        | thresholds[0].at-most: does not fit this metric
          at-least: 100             | goal: true          | thresholds[0].at-least: must be given
          load: steady, versus      | load: unsteady, versus | thresholds[1].load: must be one of 'flat out', 'steady', not 'unsteady'
          versus: linger five       | versus: linger six  | thresholds[1].versus: must be one of
          target: plain, best-of    | best-of             | thresholds[2].target: must name the target that is compared
          versus-load: steady       | versus-load: no     | thresholds[3].versus-load: must be one of 'flat out', 'steady', not 'no'
          versus-load: steady       | versus-load: flat out | thresholds[3].load: must name another load, which is compared with versus-load
          load: flat out, versus-load | versus-load       | thresholds[3].load: must name another load
          load: flat out, versus-load | load: flat out, versus: linger five, versus-load | thresholds[3].versus-load: must not be given beside versus or best-of
          target: plain, load: flat | load: flat          | thresholds[3].target: must name the target that is compared
          at-most-ratio: 3          | at-most: 3          | thresholds[3].at-most: does not fit this metric
          best-of: rival            | best-of: all        | thresholds[2].best-of: must be one of subject, baseline, rival, ceiling
          notes: [Just a test.]     | procedure: magic    | procedure: must be one of turns, ramp, calibration, stages, sweep, floor, not 'magic'
          notes: [Just a test.]     | procedure: ramp     | targets: procedure ramp takes one, not 3
          notes: [Just a test.]     | procedure: stages   | targets: procedure stages needs one of kind gateway with diagnostics.stages: true
          notes: [Just a test.]     | notes:              | notes: has no value; give one, or leave the key out
          notes: [Just a test.]     | null: x             | null: must be a key that is a text
          notes: [Just a test.]     | 7: x                | 7: is no key here; allowed are
          config: {acks: all}}      | config: {null: x}}  | targets[0].config.null: must be a key that is a text
          config: {acks: all}}      | config: {acks: }}   | targets[0].config.acks: has no value
          {none: 0, five: 5}        | {1: 0, '1': 5}      | targets[1].vary.ms.1: is there twice
          name: steady              | name: initial warm-up | loads[1].name: must not be 'initial warm-up'
          metric: cpu:load+broker   | metric: cpu:loads   | thresholds[2].metric: must be one of send, sustained,
          notes: [Just a test.]     | notes: [{a: b}]     | notes: must be a list of texts
          """)
  void everyErrorNamesFileKeyAndWhatIsAllowed(String good, String bad, String error) {
    assertThat(GOOD).contains(good);
    String text = GOOD.replace(good, bad);

    ConfigException refused = catchThrowableOfType(ConfigException.class, () -> read(text));

    assertThat(refused).isNotNull();
    assertThat(refused.errors())
        .anySatisfy(line -> assertThat(line).contains("brochure.yaml").contains(error));
  }

  @Test
  void keysThatAreNumbersAreTexts() throws IOException {
    Brochure brochure =
        read(GOOD.replace("{none: 0, five: 5}", "{none: 0, 5: 5}").replace("five", "5"));

    assertThat(brochure.full().targets()).extracting(PlannedTarget::name).contains("linger 5");
  }

  @Test
  void aSweepHasOneYardstick() {
    String text =
        GOOD.replace("notes: [Just a test.]", "procedure: sweep")
            + "  - {metric: p99, target: plain, best-of: baseline, at-most-ratio: 2}\n";
    String thresholdsLast =
        text.replace("procedure: sweep\n", "").replace("title:", "procedure: sweep\ntitle:");

    assertThatThrownBy(() -> read(thresholdsLast))
        .hasMessageContaining("procedure sweep takes one role in best-of, not [rival, baseline]");
  }

  @Test
  void aFloorIsOfTwoTargetsWhoseRatesAreCompared() throws IOException {
    String text = GOOD.replace("title:", "procedure: floor\ntitle:");
    String rates =
        text + "  - {metric: sustained, target: plain, versus: linger five, at-least-ratio: 1}\n";
    String thresholdsLast = rates.replace("notes: [Just a test.]\n", "");

    assertThat(read(thresholdsLast).procedure()).isEqualTo(Procedure.FLOOR);
    assertThatThrownBy(() -> read(text))
        .hasMessageContaining("procedure floor needs one on sustained, with target and versus");
  }

  @Test
  void stagesAreOfAGatewayThatMeasuresThem() throws IOException {
    String text =
        """
        name: tiny
        title: t
        description: d
        procedure: stages
        target: {name: g, kind: gateway}
        load: {name: l, closed: 1}
        """;

    assertThatThrownBy(() -> read(text)).hasMessageContaining("with diagnostics.stages: true");
    assertThat(
            read(text.replace("gateway}", "gateway, config: {diagnostics.stages: true}}"))
                .procedure())
        .isEqualTo(Procedure.STAGES);
  }

  @Test
  void allErrorsAreToldAtOnce() {
    String text =
        GOOD.replace("seconds: 20", "seconds: soon")
            .replace("kind: producer, role", "kind: consumer, role")
            .replace("rounds: 3", "rounds: none");

    assertThatThrownBy(() -> read(text))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e -> assertThat(e.errors()).as("two variants have the bad kind").hasSize(4));
  }

  @Test
  void whatIsNoMappingIsRefused() {
    for (String text :
        new String[] {
          "", "- a\n- b\n", "just text\n", "a: [\n", "[".repeat(20_000), "a: &a {b: *a}\n"
        }) {
      assertThatThrownBy(() -> read(text))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("brochure.yaml");
    }
  }

  @Test
  void calibrationTakesLevelsAndRatesWithinThem() {
    String text =
        """
        name: tiny
        title: t
        description: d
        procedure: calibration
        target: {name: s, kind: striped}
        loads:
          - {name: L5_BALANCED, rate: 300, in-flight: 10}
          - {name: fast, closed: 5}
        """;

    assertThatThrownBy(() -> read(text))
        .hasMessageContaining("L5_BALANCED has a rate of level L3_LOW")
        .hasMessageContaining("takes loads named by their level: [L1_REALTIME");
  }

  private Brochure read(String text) throws IOException {
    Path file = Files.createDirectories(folder.resolve("tiny")).resolve("brochure.yaml");
    Files.writeString(file, text);
    return BrochureFile.read(file, AllTargets.known());
  }
}
