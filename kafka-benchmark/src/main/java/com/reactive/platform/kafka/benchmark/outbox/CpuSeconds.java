package com.reactive.platform.kafka.benchmark.outbox;

import com.reactive.platform.testbed.ProcStat;
import java.io.IOException;
import java.util.stream.Stream;

/**
 * CPU time of the processes of a run, in seconds.
 *
 * @param database of all of its processes
 */
record CpuSeconds(double relay, double database, double broker) {
  /** Since their start. */
  static CpuSeconds now(long relayPid, long databasePid, long brokerPid) {
    return new CpuSeconds(of(relayPid), of(databasePid), of(brokerPid));
  }

  private static double of(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .mapToDouble(process -> own(process.pid()))
        .sum();
  }

  /** That of one that has just ended is counted by its parent. */
  private static double own(long pid) {
    try {
      return ProcStat.cpuSeconds(pid);
    } catch (IOException e) {
      return 0;
    }
  }

  CpuSeconds since(CpuSeconds before) {
    return new CpuSeconds(relay - before.relay, database - before.database, broker - before.broker);
  }
}
