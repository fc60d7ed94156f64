package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The simulation finds what it is there for: the core is compiled with one thing wrong, and some of
 * the first schedules must fail. {@code -Dplanted.schedules=N} bounds their number.
 */
class PlantedFaultsTest {
  private static final long SCHEDULES = Long.getLong("planted.schedules", 20_000);
  private static final Path SOURCES =
      Path.of("src/main/java", ProduceCore.class.getPackageName().replace('.', '/'));

  /** One line of the core each, and what it says instead. */
  private enum Fault {
    A_NEW_LEADER_IS_SENT_WHILE_THE_OLD_ONE_OWES_AN_ANSWER(
        "PartitionQueue", "inFlightAt == leader && sent", "sent"),
    A_SIXTH_BATCH_IS_NUMBERED_BEHIND_AN_UNRESOLVED_ONE(
        "PartitionQueue", "numbered - sent.peekFirst().place < window", "inFlight < window"),
    A_LOST_ANSWER_IS_A_REFUSAL(
        "PartitionQueue", "landed(batch);\n    mayBeWritten(batch);", "landed(batch);"),
    A_BATCH_IS_SENT_AFTER_ITS_TIME(
        "PartitionQueue", "sent.peekFirst().unlessOver(now)", "sent.peekFirst()"),
    MISSING_REPLICAS_MEAN_NOT_WRITTEN(
        "ErrorPolicy", "NETWORK_EXCEPTION -> RETRY;", "NETWORK_EXCEPTION -> RETRY_UNWRITTEN;"),
    A_LEADER_THAT_LEAVES_HAS_NOT_WRITTEN(
        "ErrorPolicy",
        "KAFKA_STORAGE_ERROR ->\n          RETRY_ELSEWHERE",
        "KAFKA_STORAGE_ERROR ->\n          RETRY_UNWRITTEN"),
    A_GAP_IS_FOLLOWED_UNDER_THE_SAME_EPOCH("ProducerSequence", "epoch++;", "epoch += 0;"),
    NUMBERS_ARE_LEFT_OUT("ProducerSequence", "resumeAt = batch.baseSequence;", "resumeAt = next;"),
    A_LATE_BATCH_IS_NOT_WRITTEN_UNLESS_IN_FLIGHT(
        "BatchFailures",
        "if (batch.isUnwritten()) {\n      partition.leaveUnwritten",
        "if (!batch.inFlight) {\n      partition.leaveUnwritten"),
    A_REFUSAL_SPEAKS_FOR_EARLIER_ATTEMPTS(
        "ProduceAnswers",
        "if (batch.maybeWritten) {\n      unknown(partition, batch, reason);",
        "if (batch.records < 0) {\n      unknown(partition, batch, reason);"),
    BYTES_THAT_WERE_SETTLED_STAY_COUNTED("BatchPool", "heldApart -= batch.bytes();", ""),
    A_PAUSE_THAT_THE_BROKER_ASKED_FOR_IS_NOT_MADE("BrokerLink", "muted = true;", "muted = false;"),
    A_SILENT_BROKER_IS_WAITED_FOR(
        "Brokers",
        "request.deadline = now + settings.requestTimeoutNanos();",
        "request.deadline = now + 1_000 * settings.requestTimeoutNanos();"),
    AN_ALARM_IS_SET_IN_THE_PAST(
        "Brokers", "oldest.deadline - now <= 0", "oldest.deadline - now == Long.MIN_VALUE");

    private final String className;
    private final String right;
    private final String wrong;

    Fault(String className, String right, String wrong) {
      this.className = className;
      this.right = right;
      this.wrong = wrong;
    }
  }

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Fault.class)
  void isFound(Fault fault) throws Exception {
    Path source = SOURCES.resolve(fault.className + ".java");
    String text = Files.readString(source);
    assertThat(text.split(Pattern.quote(fault.right), -1))
        .as("%s says once: %s", source, fault.right)
        .hasSize(2);
    compile(fault.className, text.replace(fault.right, fault.wrong));
    assertThatThrownBy(this::simulate)
        .as("%s, %d schedules", fault, SCHEDULES)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("seed ");
  }

  /** So that it is the fault which is found, and not the way of looking for it. */
  @Test
  void withoutAFaultNothingIsFound() throws Exception {
    compile("BrokerLink", Files.readString(SOURCES.resolve("BrokerLink.java")));
    run(500);
  }

  private void compile(String className, String text) throws IOException {
    Path source = Files.writeString(folder.resolve(className + ".java"), text);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-nowarn",
                "-classpath",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(result).isZero();
  }

  private void simulate() throws Exception {
    run(SCHEDULES);
  }

  /** All classes are loaded anew, those of the core that were compiled here first. */
  private void run(long schedules) throws Exception {
    List<URL> path = new ArrayList<>(List.of(url(folder)));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      path.add(url(Path.of(entry)));
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), platform)) {
      Class<?> simulation = loader.loadClass(ProduceSimulationTest.class.getName());
      Method run = simulation.getDeclaredMethod("run", long.class, long.class);
      run.setAccessible(true);
      run.invoke(null, 1, schedules);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  private static URL url(Path path) throws MalformedURLException {
    return path.toUri().toURL();
  }
}
