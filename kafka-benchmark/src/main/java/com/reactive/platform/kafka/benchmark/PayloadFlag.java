package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.util.Arrays;
import picocli.CommandLine.Option;

/** The flag for the content of messages. */
final class PayloadFlag {
  @Option(
      names = "--payload",
      paramLabel = "KIND",
      description =
          "random, or constant, which favours compression (default: the brochure's, which"
              + " is random).")
  private String payload;

  /** Applies the flag to a plan. */
  Plan over(Plan plan, RunFlags flags) {
    return payload == null ? plan : plan.withPayload(orRandom(flags));
  }

  /** The payload of the flag, or random ones; another word is wrong usage. */
  Payload orRandom(RunFlags flags) {
    String wanted = payload == null ? Payload.RANDOM.text() : payload;
    return Arrays.stream(Payload.values())
        .filter(kind -> kind != Payload.TEXT && kind.text().equals(wanted))
        .findFirst()
        .orElseThrow(
            () -> flags.usage("--payload must be random or constant, not '" + wanted + "'"));
  }

  /** The flag as it was given, to be appended to a command; empty if it was not. */
  String words() {
    return payload == null ? "" : " --payload " + payload;
  }
}
