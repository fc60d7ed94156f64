package com.reactive.platform.reliability.mutate;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Bodies of the streams whose events are mutated: the transcoder must make of them what an
 * independent reading does. The first byte says which stream.
 */
class EventFuzzTest {
  private static final Map<Subject, MutationJudge> JUDGES = new EnumMap<>(Subject.class);

  static {
    for (Subject subject : Subject.values()) {
      JUDGES.put(subject, new MutationJudge(subject));
    }
  }

  @FuzzTest
  void becomesWhatIsExpected(byte[] data) {
    if (data.length > 0) {
      Subject subject = Subject.of(data[0] & 0xFF);
      JUDGES.get(subject).judge(Arrays.copyOfRange(data, 1, data.length));
    }
  }
}
