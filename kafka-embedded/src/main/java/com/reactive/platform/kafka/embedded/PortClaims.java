package com.reactive.platform.kafka.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps processes on one machine from finding the same free port while the server of one of them is
 * away, as a killed broker is until it is started again. A claim is a lock on one byte of a file
 * that all processes of this user share, and ends with the process, however it ends.
 */
final class PortClaims {
  private static final FileChannel CLAIMS = open();

  /** The JDK forgets a lock that nobody refers to, and would grant it to this process again. */
  private static final Set<Integer> OURS = ConcurrentHashMap.newKeySet();

  private PortClaims() {}

  /** False if this process or another has claimed it. Any thread. */
  static boolean claim(int port) {
    if (!OURS.add(port)) {
      return false;
    }
    try {
      return CLAIMS == null || CLAIMS.tryLock(port, 1, false) != null;
    } catch (OverlappingFileLockException otherClassLoader) {
      return false;
    } catch (IOException noLocks) {
      return true; // on a file system without locks, as if there were only this process
    }
  }

  /** Null where no file can be opened: ports are free for all, then. */
  private static FileChannel open() {
    String name = "reactive-ports-" + System.getProperty("user.name");
    try {
      return FileChannel.open(
          Path.of(System.getProperty("java.io.tmpdir"), name),
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      return null;
    }
  }
}
