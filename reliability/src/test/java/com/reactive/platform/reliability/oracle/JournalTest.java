package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final long RUN = 7;
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir private Path folder;

  /** Keeps all entries as text. */
  private static final class TextVisitor implements JournalVisitor {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void head(long run) {
      lines.add("head " + run);
    }

    @Override
    public void sent(int lane, int sequence, Variant variant, long millis) {
      assertThat(millis).isBetween(START_MILLIS, START_MILLIS + 60_000);
      lines.add("sent " + lane + " " + sequence + " " + variant);
    }

    @Override
    public void answered(
        int lane,
        int sequence,
        int status,
        ResponseNote note,
        int partition,
        long offset,
        long millis) {
      lines.add(
          "answered "
              + lane
              + " "
              + sequence
              + " "
              + status
              + " "
              + note
              + " "
              + partition
              + " "
              + offset);
    }

    @Override
    public void lookedUp(int lane, int sequence, int status, int partition, long offset) {
      lines.add(
          "looked up " + lane + " " + sequence + " " + status + " " + partition + " " + offset);
    }

    @Override
    public void unanswered(int lane, int sequence, long millis) {
      lines.add("unanswered " + lane + " " + sequence);
    }
  }

  private Path write(int blocks) throws IOException {
    try (JournalWriter journal = JournalWriter.create(folder, RUN, () -> START_MILLIS)) {
      for (int i = 0; i < blocks; i++) {
        journal.sent(i, i, Variant.ASYNC);
        journal.flush();
      }
    }
    return folder.resolve(JournalFormat.fileName(RUN));
  }

  @Test
  void whatWasNotedIsTold() throws IOException {
    try (JournalWriter journal = JournalWriter.create(folder, RUN, () -> START_MILLIS)) {
      journal.sent(32_767, Integer.MAX_VALUE, Variant.BAD_JSON);
      journal.answered(1, 2, 201, ResponseNote.PLAIN, 3, 1L << 35);
      journal.answered(1, 3, 504, ResponseNote.SWAPPED, -1, -1);
      journal.unanswered(4, 5);
      journal.lookedUp(6, 7, 200, 8, 9);
    }
    TextVisitor visitor = new TextVisitor();

    assertThat(JournalReader.read(folder.resolve(JournalFormat.fileName(RUN)), visitor)).isZero();
    assertThat(visitor.lines)
        .containsExactly(
            "head 7",
            "sent 32767 2147483647 BAD_JSON",
            "answered 1 2 201 PLAIN 3 34359738368",
            "answered 1 3 504 SWAPPED -1 -1",
            "unanswered 4 5",
            "looked up 6 7 200 8 9");
  }

  @Test
  void moreThanABlockTakesSeveral() throws IOException {
    int entries = 3 * JournalFormat.MAX_PAYLOAD / JournalFormat.ENTRY_BYTES;
    try (JournalWriter journal = JournalWriter.create(folder, RUN, () -> START_MILLIS)) {
      for (int i = 0; i < entries; i++) {
        journal.sent(0, i, Variant.DURABLE);
      }
    }
    TextVisitor visitor = new TextVisitor();
    JournalReader.read(folder.resolve(JournalFormat.fileName(RUN)), visitor);

    assertThat(visitor.lines).hasSize(1 + entries);
  }

  @Test
  void aFileCutAnywhereIsReadUpToItsLastWholeBlock() throws IOException {
    byte[] all = Files.readAllBytes(write(3));
    int block = JournalFormat.BLOCK_HEAD + JournalFormat.ENTRY_BYTES;
    int head = JournalFormat.BLOCK_HEAD + JournalFormat.HEAD_BYTES;
    Path cut = folder.resolve("cut");
    for (int length = 0; length <= all.length; length++) {
      Files.write(cut, Arrays.copyOf(all, length));
      TextVisitor visitor = new TextVisitor();
      long torn = JournalReader.read(cut, visitor);
      int whole = length < head ? 0 : 1 + (length - head) / block;

      assertThat(visitor.lines).as("cut at %s", length).hasSize(whole);
      assertThat(torn)
          .as("cut at %s", length)
          .isEqualTo(length < head ? length : (length - head) % block);
    }
  }

  @Test
  void aFlippedBitAnywhereIsFound() throws IOException {
    byte[] all = Files.readAllBytes(write(3));
    Path flipped = folder.resolve("flipped");
    for (int bit = 0; bit < 8 * all.length; bit++) {
      byte[] bytes = all.clone();
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(flipped, bytes);

      assertThatThrownBy(() -> JournalReader.read(flipped, new TextVisitor()))
          .as("bit %s", bit)
          .isInstanceOf(CorruptJournalException.class)
          .hasMessageContaining(flipped.toString());
    }
  }

  @Test
  void aBlockThatIsMissingIsFound() throws IOException {
    byte[] all = Files.readAllBytes(write(2));
    int from = JournalFormat.BLOCK_HEAD + JournalFormat.HEAD_BYTES;
    int block = JournalFormat.BLOCK_HEAD + JournalFormat.ENTRY_BYTES;
    byte[] without = Arrays.copyOf(all, from + block);
    System.arraycopy(all, from + block, without, from, block);
    Path file = Files.write(folder.resolve("without"), without);

    assertThatThrownBy(() -> JournalReader.read(file, new TextVisitor()))
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageContaining("says that it is block 2");
  }

  @Test
  void anotherJournalIsNotOverwritten() throws IOException {
    write(1);

    assertThatThrownBy(() -> write(1)).isInstanceOf(IOException.class);
  }
}
