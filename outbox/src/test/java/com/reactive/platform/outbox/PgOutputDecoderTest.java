package com.reactive.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PgOutputDecoderTest {
  private static final int MESSAGES = 20_000;
  private static final int MUTATIONS = 200_000;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final List<String> decoded = new ArrayList<>();
  private final PgOutputDecoder decoder =
      new PgOutputDecoder(
          new PgOutputDecoder.Changes() {
            @Override
            public void begin(long commitMillis) {
              decoded.add("begin " + commitMillis);
            }

            @Override
            public void relation(Relation relation) {
              decoded.add(relation.toString());
            }

            @Override
            public void insert(Relation relation, Tuple row) {
              List<String> values = new ArrayList<>();
              for (int i = 0; i < row.size(); i++) {
                values.add(
                    row.isNull(i)
                        ? null
                        : new String(
                            row.buffer(), row.offset(i), row.length(i), StandardCharsets.UTF_8));
              }
              decoded.add("insert " + relation.name() + values);
            }

            @Override
            public void update(Relation relation) {
              decoded.add("update " + relation.name());
            }

            @Override
            public void commit(long endLsn) {
              decoded.add("commit " + Lsn.text(endLsn));
            }
          });

  private void decode(byte[] message) throws IOException {
    // Somewhere in a larger buffer, as behind a header.
    byte[] buffer = new byte[message.length + 30];
    System.arraycopy(message, 0, buffer, 25, message.length);
    decoder.decode(buffer, 25, message.length);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    List<String> expected = new ArrayList<>();
    List<Relation> relations = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      int kind = relations.isEmpty() ? 0 : random.nextInt(20);
      if (kind == 0) {
        Relation relation = relation();
        relations.removeIf(known -> known.id() == relation.id());
        relations.add(relation);
        decode(PgOutputMessages.relation(relation));
        expected.add(relation.toString());
      } else {
        Relation relation = relations.get(random.nextInt(relations.size()));
        decode(message(kind, relation, expected));
      }
    }
    assertThat(decoded).as("seed %d", seed).isEqualTo(expected);
  }

  private byte[] message(int kind, Relation relation, List<String> expected) {
    switch (kind) {
      case 1 -> {
        long millis = random.nextInt();
        expected.add("begin " + millis);
        return PgOutputMessages.begin(millis);
      }
      case 2 -> {
        long lsn = random.nextLong();
        expected.add("commit " + Lsn.text(lsn));
        return PgOutputMessages.commit(lsn);
      }
      case 3 -> {
        expected.add("update " + relation.name());
        return PgOutputMessages.update(relation.id(), values(relation));
      }
      case 4 -> {
        return PgOutputMessages.logical(text(9));
      }
      default -> {
        List<String> values = values(relation);
        expected.add("insert " + relation.name() + values);
        return PgOutputMessages.insert(relation.id(), values);
      }
    }
  }

  private Relation relation() {
    int columns = random.nextInt(40);
    List<String> names = new ArrayList<>();
    List<Integer> oids = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      names.add(text(8));
      oids.add(random.nextInt());
    }
    List<String> key = names.stream().filter(name -> name.hashCode() % 2 == 0).toList();
    if (key.isEmpty() || random.nextBoolean()) {
      key = null;
    }
    return new Relation(random.nextInt(5), text(6), text(6), names, oids, key);
  }

  private List<String> values(Relation relation) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < relation.columns().size(); i++) {
      values.add(random.nextInt(5) == 0 ? null : text(200));
    }
    return values;
  }

  private String text(int most) {
    return random
        .ints(random.nextInt(most + 1), 1, 0x24F)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Whatever comes is either a message or refused as none. */
  @Test
  void nothingElseComesOutOfDamagedMessages() throws IOException {
    Relation relation =
        new Relation(1, "public", "outbox", List.of("a", "b"), List.of(25, 25), null);
    decode(PgOutputMessages.relation(relation));
    List<byte[]> valid =
        List.of(
            PgOutputMessages.relation(relation),
            PgOutputMessages.begin(1),
            PgOutputMessages.commit(1),
            PgOutputMessages.insert(1, Arrays.asList("value", null)),
            PgOutputMessages.update(1, List.of("value", "b")));
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] message = valid.get(random.nextInt(valid.size())).clone();
      message = Arrays.copyOf(message, 1 + random.nextInt(message.length));
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        message[random.nextInt(message.length)] = (byte) random.nextInt();
      }
      try {
        decode(message);
      } catch (MalformedChangeException e) {
        refused++;
        // A damaged description may have replaced the table's.
        decode(PgOutputMessages.relation(relation));
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + Arrays.toString(message), e);
      }
      decoded.clear();
    }
    assertThat(refused).isGreaterThan(MUTATIONS / 10);
  }

  @Test
  void aTableIsDescribedBeforeItsRows() {
    assertThatThrownBy(() -> decode(PgOutputMessages.insert(9, List.of("a"))))
        .isInstanceOf(MalformedChangeException.class)
        .hasMessageContaining("unknown table, 9");
  }

  @Test
  void positionsAreWrittenAsPostgresDoes() {
    assertThat(Lsn.text(0x16_B374D848L)).isEqualTo("16/B374D848");
    assertThat(Lsn.text(0)).isEqualTo("0/0");
    assertThat(Lsn.text(-1)).isEqualTo("FFFFFFFF/FFFFFFFF");
  }
}
