package com.reactive.platform.kafka.wire.produce;

/**
 * Learns which codec makes the batches of one topic cheapest: the time to compress them, measured,
 * and what their bytes cost behind this process, given. Batches of like size (octaves) learn apart,
 * since a small one hardly shrinks.
 *
 * <p>Each arm is seen a few times, then the cheapest is taken, of those within 5 % the one that
 * stands first; every so often one batch goes to another arm, seldom to one that is far dearer. One
 * thread.
 */
final class CodecLearner {
  private static final int OCTAVES = Integer.SIZE;

  /** The first one loads a library, and the next ones run code that is not compiled yet. */
  private static final int IGNORED = 2;

  private static final int ENOUGH = 6;
  private static final double WEIGHT = 1 / 8.0;
  private static final double MARGIN = 1.05;
  private static final double FAR_DEARER = 1.5;

  /** A time beyond this times the average is a pause of the thread. */
  private static final double OUTLIER = 2;

  private static final int BATCHES_TO_RETRY = 64;
  private static final int BATCHES_TO_RETRY_FAR_DEARER = 1_024;
  private static final double BYTES_PER_MEGABYTE = 1e6;

  /** What an octave knows of its arms. */
  private static final class Octave {
    /** Time to compress a byte, nanoseconds. */
    private final double[] nanos;

    /** Bytes sent for each byte. */
    private final double[] share;

    private final int[] seen;
    private final long[] retryAt;
    private long batches;
    private int best;

    private Octave(int arms) {
      nanos = new double[arms];
      share = new double[arms];
      seen = new int[arms];
      retryAt = new long[arms];
    }

    private boolean isKnown() {
      for (int times : seen) {
        if (times < ENOUGH) {
          return false;
        }
      }
      return true;
    }
  }

  private final int arms;
  private final double wireNanosPerByte;
  private final Octave[] octaves = new Octave[OCTAVES];

  /**
   * @param arms codecs, the first of which is none
   * @param megabyteNanos what a million bytes cost behind this process, nanoseconds of CPU time
   */
  CodecLearner(int arms, long megabyteNanos) {
    this.arms = arms;
    this.wireNanosPerByte = megabyteNanos / BYTES_PER_MEGABYTE;
  }

  /** The arm for a batch of so many bytes, at least 1. */
  int choose(int bytes) {
    Octave octave = octave(bytes);
    octave.batches++;
    for (int arm = 0; arm < arms; arm++) {
      if (octave.seen[arm] < ENOUGH) {
        return arm;
      }
    }
    for (int arm = 0; arm < arms; arm++) {
      if (arm != octave.best && octave.batches >= octave.retryAt[arm]) {
        return arm;
      }
    }
    return octave.best;
  }

  /** Takes in what an arm made of a batch of so many bytes, and how long it took. */
  void seen(int arm, int bytes, int wireBytes, long nanos) {
    Octave octave = octave(bytes);
    int count = octave.seen[arm]++;
    double took = (double) nanos / bytes;
    double sent = (double) wireBytes / bytes;
    if (count <= IGNORED) {
      octave.nanos[arm] = took;
      octave.share[arm] = sent;
    } else {
      double old = octave.nanos[arm];
      // At first the quickest counts: the code is still being compiled.
      double usual = count < ENOUGH ? Math.min(took, old) : Math.min(took, OUTLIER * old);
      octave.nanos[arm] = count < ENOUGH ? usual : old + WEIGHT * (usual - old);
      octave.share[arm] += WEIGHT * (sent - octave.share[arm]);
    }
    if (octave.isKnown()) {
      judge(octave, arm);
    }
  }

  private void judge(Octave octave, int latest) {
    double least = Double.MAX_VALUE;
    for (int arm = 0; arm < arms; arm++) {
      least = Math.min(least, cost(octave, arm));
    }
    octave.best = 0;
    while (cost(octave, octave.best) > least * MARGIN) {
      octave.best++;
    }
    boolean far = cost(octave, latest) > FAR_DEARER * least;
    octave.retryAt[latest] =
        octave.batches + (far ? BATCHES_TO_RETRY_FAR_DEARER : BATCHES_TO_RETRY);
  }

  /** Of a byte of a batch, nanoseconds. */
  private double cost(Octave octave, int arm) {
    return octave.nanos[arm] + wireNanosPerByte * octave.share[arm];
  }

  private Octave octave(int bytes) {
    int index = OCTAVES - 1 - Integer.numberOfLeadingZeros(bytes);
    if (octaves[index] == null) {
      octaves[index] = new Octave(arms);
    }
    return octaves[index];
  }
}
