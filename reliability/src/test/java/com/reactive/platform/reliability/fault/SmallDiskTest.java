package com.reactive.platform.reliability.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallDiskTest {
  private static final long BYTES = 256L << 20;

  /** As a broker does: what is used grows while the disk shrinks to it. */
  @Test
  void itIsFullAlsoForWhoeverIsWriting(@TempDir Path folder) throws Exception {
    Path here = folder.resolve("disk");
    assumeThatCode(() -> SmallDisk.mount(here, BYTES).close()).doesNotThrowAnyException();
    try (SmallDisk disk = SmallDisk.mount(here, BYTES)) {
      for (int i = 0; i < 20; i++) {
        Path file = here.resolve("log-" + i);
        CompletableFuture<String> end = new CompletableFuture<>();
        new Thread(() -> end.complete(writeUntilItIsRefused(file)), "writer").start();
        while (!end.isDone() && (!Files.exists(file) || Files.size(file) == 0)) {
          Thread.onSpinWait();
        }
        disk.fill();
        assertThat(end.get(1, TimeUnit.MINUTES)).contains("No space left");
        disk.heal();
        Files.write(file, new byte[10_000]);
      }
    }
    assertThat(here).isEmptyDirectory();
  }

  @Test
  void whatCannotBeMountedSaysWhy(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> SmallDisk.mount(file.resolve("disk"), BYTES))
        .isInstanceOf(IOException.class);
  }

  private static String writeUntilItIsRefused(Path file) {
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(new byte[4096]);
        Thread.sleep(0, 100_000);
      }
    } catch (IOException e) {
      return e.getMessage();
    } catch (InterruptedException e) {
      return "interrupted";
    }
  }
}
