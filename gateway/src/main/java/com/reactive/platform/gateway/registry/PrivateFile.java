package com.reactive.platform.gateway.registry;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file that only its owner may read, as a whole: nobody ever sees half of it. */
final class PrivateFile {
  private PrivateFile() {}

  static void replace(Path file, byte[] content) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    // The JDK gives temporary files to their owner alone where the file system can.
    Path next = Files.createTempFile(directory, "." + file.getFileName(), ".new");
    try {
      try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(next);
    }
  }
}
