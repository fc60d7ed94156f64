package com.reactive.platform.reliability.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.kafka.benchmark.subject.http.GatewayStatus;
import com.reactive.platform.kafka.embedded.FreePorts;
import com.reactive.platform.testbed.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gateways that read the same slot, and their counts over all of their lives. For one thread. */
final class OutboxGateways implements AutoCloseable {
  private static final Duration STOP = Duration.ofSeconds(60);

  private final List<String> command;
  private final List<Member> members = new ArrayList<>();

  /** One of them. */
  private static final class Member {
    final Map<String, String> settings;
    final Path log;
    final GatewayStatus status;
    ChildProcess process;
    Counts now = Counts.NONE;
    Counts before = Counts.NONE;

    Member(Map<String, String> settings, Path log, GatewayStatus status) {
      this.settings = settings;
      this.log = log;
      this.status = status;
    }
  }

  /**
   * Of one process, or of several.
   *
   * @param kept rows that are in Kafka, as far as the gateway knows
   * @param replayed rows that came again and were not written, because their id was known
   * @param retries of rows whose outcome was unknown or a failure
   * @param skipped rows
   */
  record Counts(long kept, long replayed, long retries, long skipped) {
    static final Counts NONE = new Counts(0, 0, 0, 0);

    Counts plus(Counts more) {
      return new Counts(
          kept + more.kept,
          replayed + more.replayed,
          retries + more.retries,
          skipped + more.skipped);
    }
  }

  /**
   * @param command that runs {@code serve}
   * @param settings of all of them
   * @param folder for their logs
   */
  OutboxGateways(List<String> command, Map<String, String> settings, Path folder, int count)
      throws IOException {
    this.command = List.copyOf(command);
    for (int i = 0; i < count; i++) {
      int adminPort = FreePorts.any();
      Map<String, String> own = new HashMap<>(settings);
      own.put("REACTIVE_HTTP_PORT", Integer.toString(FreePorts.any()));
      own.put("REACTIVE_ADMIN_PORT", Integer.toString(adminPort));
      own.put(
          "REACTIVE_BATCH_CALIBRATION_FILE", folder.resolve("calibration" + i + ".db").toString());
      members.add(
          new Member(own, folder.resolve("gateway" + i + ".log"), new GatewayStatus(adminPort)));
    }
  }

  /** Starts all; returns at once. */
  void startAll() throws IOException {
    for (int i = 0; i < members.size(); i++) {
      start(i);
    }
  }

  /** Starts this one; returns at once. */
  void start(int index) throws IOException {
    Member member = members.get(index);
    member.process = ChildProcess.start(command, member.settings, member.log);
  }

  /** Kills this one, after its counts were asked for; returns when it is gone. */
  void kill(int index) throws IOException {
    Member member = members.get(index);
    look(member);
    member.process.kill();
    member.before = member.before.plus(member.now);
    member.now = Counts.NONE;
  }

  /** The counts of all, of now or of the last time that they could be asked for. */
  Counts counts() throws IOException {
    Counts all = Counts.NONE;
    for (Member member : members) {
      look(member);
      all = all.plus(member.before).plus(member.now);
    }
    return all;
  }

  private static void look(Member member) throws IOException {
    if (!member.process.isAlive()) {
      throw new IOException(
          "a gateway ended by itself with exit code %d%s"
              .formatted(member.process.exitCode(), member.process.tail()));
    }
    try {
      JsonNode status = member.status.fetch();
      JsonNode source = status.at("/sources/outbox");
      member.now =
          new Counts(
              source.path("events").asLong(),
              status.at("/ledger/replayed").asLong(),
              source.path("retries").asLong(),
              source.path("skipped").asLong());
    } catch (IOException e) {
      // It starts, or is too busy to answer.
    }
  }

  /** Stops them in order; returns sentences on what went wrong. */
  List<String> terminateAll() throws InterruptedException {
    List<String> problems = new ArrayList<>();
    for (Member member : members) {
      if (!member.process.stop(STOP)) {
        problems.add("a gateway still ran long after SIGTERM");
      } else if (member.process.exitCode() != 0) {
        problems.add("after SIGTERM the exit code was " + member.process.exitCode());
      }
    }
    return problems;
  }

  @Override
  public void close() {
    for (Member member : members) {
      if (member.process != null) {
        member.process.kill();
      }
    }
  }
}
