package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.util.Arrays;
import picocli.CommandLine.Option;

/** What messages are filled with. */
final class PayloadFlag {
  @Option(
      names = "--payload",
      paramLabel = "KIND",
      description =
          "random, or constant, which favours compression (default: the brochure's, which"
              + " is random).")
  private String payload;

  /** Puts the user's wish over a plan; what there is not is wrong usage. */
  Plan over(Plan plan, RunFlags flags) {
    return payload == null ? plan : plan.withPayload(orRandom(flags));
  }

  /** The user's wish. */
  Payload orRandom(RunFlags flags) {
    String wanted = payload == null ? Payload.RANDOM.text() : payload;
    return Arrays.stream(Payload.values())
        .filter(kind -> kind.text().equals(wanted))
        .findFirst()
        .orElseThrow(
            () -> flags.usage("--payload must be random or constant, not '" + wanted + "'"));
  }

  /** As it was given, to be put behind a command; empty if it was not. */
  String words() {
    return payload == null ? "" : " --payload " + payload;
  }
}
