package com.reactive.platform.gateway.registry;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for later versions of schemas now and then, on a thread of its own. */
public final class RegistryPoll implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RegistryPoll.class);

  /** What may block and fail. */
  @FunctionalInterface
  public interface Look {
    void look() throws Exception;
  }

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "registry-poll");
            made.setDaemon(true);
            return made;
          });

  /** Begins to look, so many seconds after each look. */
  public RegistryPoll(int seconds, Look look) {
    thread.scheduleWithFixedDelay(() -> look(look), seconds, seconds, TimeUnit.SECONDS);
  }

  private static void look(Look look) {
    try {
      look.look();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      log.warn("Cannot take over a later schema: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
