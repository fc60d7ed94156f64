package com.reactive.platform.gateway.telemetry;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Listens to the collectors and times what they do. */
final class GcPauses implements NotificationListener, AutoCloseable {
  private static final AttributeKey<String> NAME = AttributeKey.stringKey("jvm.gc.name");
  private static final AttributeKey<String> ACTION = AttributeKey.stringKey("jvm.gc.action");

  /** What they did, by collector and action: a handful of series. */
  final Histogram durations =
      Histogram.ofDurations("jvm.gc.duration", "Duration of garbage collections");

  private final Map<String, BucketCounts> byNameAndAction = new ConcurrentHashMap<>();
  private final List<NotificationEmitter> listenedTo = new ArrayList<>();

  /** Loads what the JVM has for management, which takes a while. */
  synchronized void listen() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(this, null, null);
        listenedTo.add(emitter);
      }
    }
  }

  @Override
  public void handleNotification(Notification notification, Object handback) {
    if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(
        notification.getType())) {
      GarbageCollectionNotificationInfo info =
          GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
      byNameAndAction
          .computeIfAbsent(
              info.getGcName() + " " + info.getGcAction(),
              any ->
                  durations.series(
                      Attributes.of(NAME, info.getGcName(), ACTION, info.getGcAction())))
          .record(TimeUnit.MILLISECONDS.toNanos(info.getGcInfo().getDuration()));
    }
  }

  @Override
  public synchronized void close() {
    for (NotificationEmitter emitter : listenedTo) {
      try {
        emitter.removeNotificationListener(this);
      } catch (ListenerNotFoundException e) {
        // It is gone already, which is what is wanted.
      }
    }
    listenedTo.clear();
  }
}
