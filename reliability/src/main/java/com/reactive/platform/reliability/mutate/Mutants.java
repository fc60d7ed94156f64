package com.reactive.platform.reliability.mutate;

import java.util.SplittableRandom;

/** Documents of one subject, most of them changed: what comes depends on the seed alone. */
final class Mutants {
  private static final int MAX_BYTES = 60 << 10;

  /** To change a document costs less than to make one. */
  private static final int MUTANTS_OF_EACH = 20;

  /** Of so many documents one has what only the gateway may fill. */
  private static final int REPLAYED_OF = 4;

  private static final int MAX_SHOWN_BYTES = 4_000;

  private final SplittableRandom random;
  private final Documents documents;
  private final TreeMutator trees;
  private final ByteMutator bytes;
  private final JsonWriter writer;
  private final Subject subject;
  private byte[] last = new byte[0];
  private Json base;
  private int made;

  Mutants(Subject subject, long seed) {
    this.subject = subject;
    random = new SplittableRandom(seed);
    documents = new Documents(random, subject.form);
    trees = new TreeMutator(random);
    bytes = new ByteMutator(random);
    writer = new JsonWriter(random);
  }

  byte[] next() {
    if (made++ % MUTANTS_OF_EACH == 0) {
      base =
          random.nextInt(REPLAYED_OF) == 0
              ? documents.replayed(subject.schema)
              : documents.of(subject.schema);
    }
    Json document = TreeMutator.copy(base, 0);
    for (int i = random.nextInt(4); i > 0; i--) {
      document = trees.mutate(document);
    }
    byte[] written = writer.write(document);
    byte[] mutant = written;
    if (random.nextInt(3) == 0) {
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        mutant = bytes.mutate(mutant, last);
      }
    }
    last = written;
    return mutant.length > MAX_BYTES ? written.length > MAX_BYTES ? new byte[0] : written : mutant;
  }

  /** Bytes as text: what is no printable ASCII as %XX. */
  static String shown(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(bytes.length, MAX_SHOWN_BYTES); i++) {
      boolean printable = bytes[i] >= ' ' && bytes[i] <= '~' && bytes[i] != '%';
      text.append(printable ? String.valueOf((char) bytes[i]) : "%%%02X".formatted(bytes[i]));
    }
    return bytes.length <= MAX_SHOWN_BYTES ? text.toString() : text + "...";
  }
}
