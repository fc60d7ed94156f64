package com.reactive.platform.reliability.fault;

import com.reactive.platform.reliability.fault.Fault.Area;
import com.reactive.platform.reliability.fault.Fault.Injected;
import java.util.List;
import java.util.SplittableRandom;

/** Faults that administrators cause: a topic deleted, a right revoked. */
final class TopicFaults {
  private TopicFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.of(
            Area.KAFKA,
            "topic-deleted",
            2,
            8,
            "the second stream's topic is deleted under load and created again",
            "503 or 504 for that stream only; its earlier events are deleted with the topic",
            TopicFaults::delete),
        Fault.of(
            Area.KAFKA,
            "authorisation-revoked",
            2,
            8,
            "the gateway's right to write to the topic is revoked, then granted again",
            "503 for that stream only; 201 again without a restart",
            TopicFaults::revoke));
  }

  private static Injected delete(TestBed bed, SplittableRandom random) throws InterruptedException {
    bed.cluster().deleteTopic(TestBed.DOOMED_TOPIC);
    return new Injected(TestBed.DOOMED_TOPIC, bed::createDoomedTopic);
  }

  private static Injected revoke(TestBed bed, SplittableRandom random) throws InterruptedException {
    bed.cluster().revoke(TestBed.TOPIC);
    return new Injected(TestBed.TOPIC, () -> bed.cluster().allow(TestBed.TOPIC));
  }
}
