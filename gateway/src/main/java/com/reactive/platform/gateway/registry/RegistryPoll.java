package com.reactive.platform.gateway.registry;

import com.reactive.platform.gateway.config.ConfigException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a task again and again, on a thread of its own. */
public final class RegistryPoll implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RegistryPoll.class);

  /** May block and fail. */
  @FunctionalInterface
  public interface Task {
    void run() throws Exception;
  }

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          runnable -> {
            Thread made = new Thread(runnable, "registry-poll");
            made.setDaemon(true);
            return made;
          });

  /** Begins, with this pause before each run. */
  public RegistryPoll(int seconds, Task task) {
    thread.scheduleWithFixedDelay(() -> run(task), seconds, seconds, TimeUnit.SECONDS);
  }

  private static void run(Task task) {
    try {
      task.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ConfigException e) {
      log.warn("Cannot switch to a later schema: {}", e.getMessage());
    } catch (Throwable e) { // it would end the polls without a word
      log.warn("Cannot switch to a later schema", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
