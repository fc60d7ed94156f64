package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The JVM's own figures that matter for a gateway, named by the semantic conventions. */
final class JvmInstruments {
  private static final AttributeKey<String> TYPE = AttributeKey.stringKey("jvm.memory.type");
  private static final AttributeKey<String> POOL = AttributeKey.stringKey("jvm.memory.pool.name");
  private static final AttributeKey<String> BUFFERS =
      AttributeKey.stringKey("jvm.buffer.pool.name");

  private JvmInstruments() {}

  /** Adds them to a meter, for as long as that lives. */
  static void register(Meter meter) {
    memory(meter);
    buffers(meter);
    processor(meter);
    meter
        .upDownCounterBuilder("jvm.thread.count")
        .setUnit("{thread}")
        .setDescription("Live threads")
        .buildWithCallback(
            measurement ->
                measurement.record(ManagementFactory.getThreadMXBean().getThreadCount()));
  }

  private static void memory(Meter meter) {
    Map<MemoryPoolMXBean, Attributes> pools = new LinkedHashMap<>();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      String type = pool.getType() == MemoryType.HEAP ? "heap" : "non_heap";
      pools.put(pool, Attributes.of(TYPE, type, POOL, pool.getName()));
    }
    ObservableLongMeasurement used = bytes(meter, "jvm.memory.used", "Memory in use");
    ObservableLongMeasurement committed =
        bytes(meter, "jvm.memory.committed", "Memory committed by the JVM");
    ObservableLongMeasurement limit = bytes(meter, "jvm.memory.limit", "Memory limit");
    ObservableLongMeasurement afterGc =
        bytes(meter, "jvm.memory.used_after_last_gc", "Memory in use after the last collection");
    meter.batchCallback(
        () ->
            pools.forEach(
                (pool, attributes) -> {
                  MemoryUsage now = pool.getUsage();
                  if (now != null) {
                    used.record(now.getUsed(), attributes);
                    committed.record(now.getCommitted(), attributes);
                    if (now.getMax() >= 0) {
                      limit.record(now.getMax(), attributes);
                    }
                  }
                  MemoryUsage last = pool.getCollectionUsage();
                  if (last != null) {
                    afterGc.record(last.getUsed(), attributes);
                  }
                }),
        used,
        committed,
        limit,
        afterGc);
  }

  private static void buffers(Meter meter) {
    Map<String, BufferPoolMXBean> pools = new TreeMap<>();
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      pools.put(pool.getName(), pool);
    }
    meter
        .upDownCounterBuilder("jvm.buffer.memory.used")
        .setUnit("By")
        .setDescription("Memory of direct and mapped buffers in use")
        .buildWithCallback(
            measurement ->
                pools.forEach(
                    (name, pool) ->
                        measurement.record(pool.getMemoryUsed(), Attributes.of(BUFFERS, name))));
  }

  private static void processor(Meter meter) {
    meter
        .upDownCounterBuilder("jvm.cpu.count")
        .setUnit("{cpu}")
        .setDescription("Processors that the JVM may use")
        .buildWithCallback(
            measurement -> measurement.record(Runtime.getRuntime().availableProcessors()));
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      meter
          .counterBuilder("jvm.cpu.time")
          .ofDoubles()
          .setUnit("s")
          .setDescription("CPU time used by the JVM")
          .buildWithCallback(measurement -> measurement.record(system.getProcessCpuTime() / 1e9));
      meter
          .gaugeBuilder("jvm.cpu.recent_utilization")
          .setUnit("1")
          .setDescription("CPU utilization of the JVM, of all processors")
          .buildWithCallback(
              measurement -> measurement.record(Math.max(0, system.getProcessCpuLoad())));
      if (system instanceof com.sun.management.UnixOperatingSystemMXBean unix) {
        meter
            .upDownCounterBuilder("process.unix.file_descriptor.count")
            .setUnit("{file_descriptor}")
            .setDescription("Open files and sockets")
            .buildWithCallback(
                measurement -> measurement.record(unix.getOpenFileDescriptorCount()));
      }
    }
  }

  private static ObservableLongMeasurement bytes(Meter meter, String name, String description) {
    return meter
        .upDownCounterBuilder(name)
        .setUnit("By")
        .setDescription(description)
        .buildObserver();
  }
}
