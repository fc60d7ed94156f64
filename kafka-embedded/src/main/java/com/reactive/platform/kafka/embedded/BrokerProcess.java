package com.reactive.platform.kafka.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One broker JVM and the two pipes to it. On its stdout it says {@link BrokerProtocol#READY}, once.
 * Its stdin is what keeps it alive: the broker ends when that closes, be it on purpose or because
 * this process is gone, however it went.
 */
final class BrokerProcess {

  /** Longer than the broker's own bound, after which it ends at once. */
  static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(BrokerProtocol.SHUTDOWN_SECONDS + 3);

  private static final long KILL_SECONDS = 30;
  private static final long SIGNAL_SECONDS = 10;
  private static final long PAUSE_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Process process;
  private final Path log;
  private final long logStartByte;
  private volatile boolean ready;

  private BrokerProcess(Process process, Path log, long logStartByte) {
    this.process = process;
    this.log = log;
    this.logStartByte = logStartByte;
  }

  /**
   * @param command the JVM's command line
   * @param log takes the JVM's stderr
   */
  static BrokerProcess spawn(String name, List<String> command, Path log) {
    /*
     * Ctrl-C in a terminal goes to every process in the foreground, and a service manager's stop to the whole group.
     * The broker must outlive its parent's draining, so it never sees these signals: a disposition "ignore" survives
     * exec, and a JVM leaves a signal alone that it finds ignored. (A handler set from within the broker would come
     * late, and -Xrs would let the signal kill.)
     */
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", "trap '' INT TERM HUP; exec \"$@\"", name);
    builder.command().addAll(command);
    builder.directory(log.getParent().toFile());
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    long logStartByte = log.toFile().length();
    try {
      BrokerProcess broker = new BrokerProcess(builder.start(), log, logStartByte);
      Thread reader = new Thread(broker::readAnswers, name + "-answers");
      reader.setDaemon(true);
      reader.start();
      return broker;
    } catch (IOException e) {
      throw new EmbeddedKafkaException("cannot start a JVM for " + name + ": " + e.getMessage(), e);
    }
  }

  private void readAnswers() {
    try (BufferedReader answers =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        if (line.equals(BrokerProtocol.READY)) {
          ready = true;
        }
      }
    } catch (IOException e) {
      // The process ended; isAlive() says so.
    }
  }

  boolean isReady() {
    return ready;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Done when the process is gone, however it went. */
  CompletableFuture<?> onExit() {
    return process.onExit();
  }

  long pid() {
    return process.pid();
  }

  /** Only once it is dead. */
  int exitCode() {
    return process.exitValue();
  }

  /** The end of what this process has logged. */
  String said() {
    return StartFailure.tail(log, logStartByte);
  }

  /**
   * Returns at once; {@link #awaitStopped} waits. A paused broker is resumed, or it could not hear.
   */
  void requestStop() {
    if (!process.isAlive()) {
      return;
    }
    trySignal("CONT");
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write((BrokerProtocol.STOP + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // It ended by itself meanwhile.
    }
  }

  /** Waits for a requested stop, and kills when it takes too long or this thread is interrupted. */
  void awaitStopped() {
    try {
      if (process.waitFor(STOP_NANOS, TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }

  /**
   * SIGKILL; returns when the process is gone. An interrupt is kept for later: the wait is short.
   */
  void kill() {
    process.destroyForcibly();
    boolean interrupted = Thread.interrupted();
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(KILL_SECONDS);
    while (process.isAlive() && System.nanoTime() < deadlineNanos) {
      try {
        process.waitFor(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (process.isAlive()) {
      throw new EmbeddedKafkaException("process " + pid() + " does not die of SIGKILL");
    }
  }

  /**
   * SIGSTOP; returns when all threads stand still. The signal itself only reaches one of them,
   * which on a busy machine may be late to tell the others: a broker could answer requests
   * meanwhile.
   */
  void pause() {
    signal("STOP");
    Path threads = Path.of("/proc", Long.toString(pid()), "task");
    long startNanos = System.nanoTime();
    while (Files.isDirectory(threads) && process.isAlive() && !areStopped(threads)) {
      if (System.nanoTime() - startNanos > TimeUnit.SECONDS.toNanos(SIGNAL_SECONDS)) {
        throw new EmbeddedKafkaException("process " + pid() + " goes on after SIGSTOP");
      }
      LockSupport.parkNanos(PAUSE_POLL_NANOS);
    }
  }

  private static boolean areStopped(Path threads) {
    try (DirectoryStream<Path> each = Files.newDirectoryStream(threads)) {
      for (Path thread : each) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
      return true;
    } catch (IOException | DirectoryIteratorException e) {
      return false; // One of them has ended.
    }
  }

  /**
   * @param name without the SIG, such as STOP
   */
  void signal(String name) {
    if (!trySignal(name)) {
      throw new EmbeddedKafkaException("cannot send SIG" + name + " to process " + pid());
    }
  }

  private boolean trySignal(String name) {
    if (!process.isAlive()) {
      return false;
    }
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return kill.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS) && kill.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
