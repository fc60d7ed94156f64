package com.reactive.platform.reliability.fault;

import com.reactive.platform.reliability.fault.Fault.Area;
import com.reactive.platform.reliability.fault.Fault.Injected;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** Faults of the gateway's process. */
final class GatewayFaults {
  private static final int TINY_HEAP_MEGABYTES = 64;

  private GatewayFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.of(
            Area.GATEWAY,
            "gateway-kill",
            0,
            3,
            "kill -9 of the gateway, then a restart",
            "only events without a response may be missing",
            GatewayFaults::kill),
        Fault.of(
            Area.GATEWAY,
            "gateway-term",
            0,
            3,
            "SIGTERM of the gateway under load, then a restart",
            "all accepted events get their response; exit code 0 in time",
            GatewayFaults::terminate),
        Fault.of(
            Area.GATEWAY,
            "gateway-pause",
            1,
            12,
            "SIGSTOP of the gateway, then SIGCONT, like a long garbage collection",
            "late responses that are correct",
            GatewayFaults::pause),
        Fault.of(
            Area.GATEWAY,
            "tiny-heap",
            3,
            15,
            "the gateway runs with a heap of 64 MB",
            "503 where memory is short; all other responses hold",
            GatewayFaults::tinyHeap));
  }

  private static Injected kill(TestBed bed, SplittableRandom random) {
    bed.gateway().kill();
    return new Injected("", bed.gateway()::start);
  }

  private static Injected terminate(TestBed bed, SplittableRandom random) throws Exception {
    stop(bed);
    return new Injected("", bed.gateway()::start);
  }

  private static Injected pause(TestBed bed, SplittableRandom random) throws IOException {
    bed.gateway().pause();
    return new Injected("", bed.gateway()::resume);
  }

  private static Injected tinyHeap(TestBed bed, SplittableRandom random) throws Exception {
    stop(bed);
    bed.gateway().heapMegabytes(TINY_HEAP_MEGABYTES);
    bed.gateway().start();
    return new Injected(
        "",
        () -> {
          bed.gateway().heapMegabytes(GatewayProcess.HEAP_MEGABYTES);
          // With so little it may have run out of memory, which ends it as kill -9 does.
          if (bed.gateway().isAlive()) {
            bed.gateway().terminate();
          }
          bed.gateway().start();
        });
  }

  /**
   * SIGTERM.
   *
   * @throws FaultException if it does not end in order; it is started again then
   */
  static void stop(TestBed bed) throws IOException, InterruptedException {
    int code = bed.gateway().terminate();
    if (code != 0) {
      bed.gateway().start();
      throw new FaultException("the gateway ended with " + code + " after SIGTERM");
    }
  }
}
