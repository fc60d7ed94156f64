package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JVM may order fields as it likes; only a look at the result shows that the padding holds. */
class StripeCursorsTest {
  private static final long APART_BYTES = 128;
  private static final Predicate<Field> PADDING = field -> field.getName().matches("p\\d\\d");

  @ParameterizedTest
  @ValueSource(
      classes = {
        StripeCursors.Tail.class,
        StripeCursors.Taken.class,
        StripeCursors.Released.class,
        PaddedCounter.class
      })
  void whatOnePartyWritesLiesFarFromEverythingElse(Class<?> cursors) throws Exception {
    List<Field> fields = instanceFields(cursors);
    long start = offsets(fields, PADDING.negate()).min().orElseThrow();
    long end = offsets(fields, PADDING.negate()).max().orElseThrow() + Long.BYTES;
    long objectStart = offsets(fields, PADDING).min().orElseThrow();
    long objectEnd = offsets(fields, PADDING).max().orElseThrow() + Long.BYTES;

    assertThat(start - objectStart).as("before it").isGreaterThanOrEqualTo(APART_BYTES);
    assertThat(objectEnd - end).as("after it").isGreaterThanOrEqualTo(APART_BYTES);
    assertThat(fields).as("none but long").allMatch(field -> field.getType() == long.class);
  }

  /** They are what every writer asks the dispatcher for, for every message. */
  @ParameterizedTest
  @ValueSource(strings = {"inFlight", "parked"})
  void whatWritersReadOfTheDispatcherIsPadded(String name) throws Exception {
    assertThat(Dispatcher.class.getDeclaredField(name).getType()).isEqualTo(PaddedCounter.class);
  }

  private static List<Field> instanceFields(Class<?> cursors) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> type = cursors; type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          fields.add(field);
        }
      }
    }
    return fields;
  }

  /** By reflection, because javac warns of the class and nothing else tells an offset. */
  private static LongStream offsets(List<Field> fields, Predicate<Field> wanted) throws Exception {
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    Field instance = unsafe.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    Method objectFieldOffset = unsafe.getMethod("objectFieldOffset", Field.class);
    LongStream.Builder offsets = LongStream.builder();
    for (Field field : fields) {
      if (wanted.test(field)) {
        offsets.add((long) objectFieldOffset.invoke(instance.get(null), field));
      }
    }
    return offsets.build();
  }
}
