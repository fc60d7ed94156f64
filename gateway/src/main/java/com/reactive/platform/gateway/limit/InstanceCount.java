package com.reactive.platform.gateway.limit;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the instances of the gateway by the addresses of a name, as a headless service of
 * Kubernetes has one for each pod. Asks on a thread of its own; the count is for any thread.
 */
final class InstanceCount implements AutoCloseable {
  /** Asks a name server. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] addresses(String name) throws UnknownHostException;
  }

  private static final Logger log = LoggerFactory.getLogger(InstanceCount.class);
  private static final int EVERY_SECONDS = 10;

  private final String name;
  private final Resolver resolver;
  private final ScheduledExecutorService thread;
  private volatile int count;
  private boolean failed;

  InstanceCount(String name, Resolver resolver) {
    this.name = name;
    this.resolver = resolver;
    thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "instance-count");
              made.setDaemon(true);
              return made;
            });
  }

  /** Begins to ask. */
  void start() {
    thread.scheduleWithFixedDelay(this::lookUp, 0, EVERY_SECONDS, TimeUnit.SECONDS);
  }

  /** The latest number; 0 before the first answer. */
  int latest() {
    return count;
  }

  /** Asks once. Without an answer the number stays: name servers fail more often than all pods. */
  void lookUp() {
    try {
      int found = instances(resolver.addresses(name));
      failed = false;
      if (found != count) {
        count = found;
        log.info("{} has {} instances, which share the limits", name, found);
      }
    } catch (UnknownHostException | RuntimeException e) {
      if (!failed) {
        failed = true;
        log.warn("Cannot look up {} of limits.instances-from: {}", name, e.toString());
      }
    }
  }

  /** An instance may have an address of each family. */
  private static int instances(InetAddress[] addresses) {
    int v4 = 0;
    for (InetAddress address : addresses) {
      v4 += address instanceof Inet4Address ? 1 : 0;
    }
    return Math.max(v4, addresses.length - v4);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
