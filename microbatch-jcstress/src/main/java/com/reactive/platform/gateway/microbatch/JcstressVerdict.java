package com.reactive.platform.gateway.microbatch;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;

/**
 * Runs jcstress twice and judges: no sound class may show a forbidden outcome, and every class of
 * {@link WeakRaces}, broken on purpose, must show one. Exit code 0 if both hold, else 1. Reports
 * are written below the working directory.
 */
public final class JcstressVerdict {
  private static final String SOUND = "(RingRaces|DoorbellRaces|StripeRaces)";
  private static final String BROKEN = "WeakRaces";

  private JcstressVerdict() {}

  public static void main(String[] args) throws Exception {
    List<String> faults = new ArrayList<>();
    JCStress sound = jcstress(SOUND, "sound");
    if (sound.getTests().isEmpty()) {
      faults.add("no test of " + SOUND + " was found");
    }
    faults.addAll(failuresOf(sound));

    JCStress broken = jcstress(BROKEN, "broken");
    if (broken.getTests().isEmpty()) {
      faults.add("no test of " + BROKEN + " was found");
    }
    List<String> caught = failuresOf(broken);
    for (String test : broken.getTests()) {
      if (caught.stream().noneMatch(f -> f.contains(test) && f.contains("forbidden state"))) {
        faults.add(test + " is broken on purpose, and was not caught");
      }
    }

    faults.forEach(fault -> System.out.println("JCSTRESS FAILED: " + fault));
    if (faults.isEmpty()) {
      System.out.printf(
          "JCSTRESS OK: %d sound, %d broken and caught%n",
          sound.getTests().size(), broken.getTests().size());
    }
    System.exit(faults.isEmpty() ? 0 : 1);
  }

  /** Short, but in every mode of the compiler: that is where reorderings come from. */
  private static JCStress jcstress(String tests, String reports) throws Exception {
    String limits = "-f 1 -fsm 1 -iters 2 -time 200 -sc false -af NONE";
    String arguments = "-t " + tests + " -r jcstress-" + reports + " " + limits;
    Options options = new Options(arguments.split(" "));
    if (!options.parse()) {
      throw new IllegalStateException("jcstress does not take these options");
    }
    return new JCStress(options);
  }

  /** One line per failure; jcstress reports them all in one error. */
  private static List<String> failuresOf(JCStress jcstress) throws Exception {
    try {
      jcstress.run();
      return List.of();
    } catch (AssertionError failures) {
      return failures.getMessage().lines().skip(1).filter(line -> !line.isBlank()).toList();
    }
  }
}
