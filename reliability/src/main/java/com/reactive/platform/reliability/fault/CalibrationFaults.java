package com.reactive.platform.reliability.fault;

import com.reactive.platform.reliability.fault.Fault.Area;
import com.reactive.platform.reliability.fault.Fault.Injected;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Faults of the calibration database. Each is injected while the gateway runs, and then the gateway
 * is started again with the fault still there.
 */
final class CalibrationFaults {
  private static final String EXPECTED =
      "the same responses as before: only learned values are lost";
  private static final int DAMAGED_BYTES = 64;

  private CalibrationFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.of(
            Area.GATEWAY,
            "calibration-corrupt",
            2,
            15,
            "bytes of the calibration database are overwritten",
            EXPECTED,
            CalibrationFaults::corrupt),
        Fault.of(
            Area.GATEWAY,
            "calibration-locked",
            2,
            15,
            "another process holds a lock on the calibration database",
            EXPECTED,
            CalibrationFaults::lock),
        Fault.of(
                Area.GATEWAY,
                "calibration-read-only",
                2,
                15,
                "the calibration database is read-only",
                EXPECTED,
                CalibrationFaults::readOnly)
            .onSmallDisk(),
        Fault.of(
                Area.GATEWAY,
                "calibration-disk-full",
                2,
                15,
                "the disk of the calibration database is full",
                EXPECTED,
                CalibrationFaults::fillDisk)
            .onSmallDisk());
  }

  private static void restart(TestBed bed) throws IOException, InterruptedException {
    GatewayFaults.stop(bed);
    bed.gateway().start();
  }

  private static Injected corrupt(TestBed bed, SplittableRandom random) throws IOException {
    Path file = bed.calibrationFile();
    if (!Files.exists(file)) {
      return new Injected("there is none", () -> restart(bed));
    }
    int places = 1 + random.nextInt(8);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int i = 0; i < places; i++) {
        byte[] noise = new byte[DAMAGED_BYTES];
        random.nextBytes(noise);
        // The header among them, without which it is no database.
        long at = i == 0 ? 0 : random.nextLong(Math.max(1, channel.size() - DAMAGED_BYTES));
        channel.write(ByteBuffer.wrap(noise), at);
      }
    }
    return new Injected(places + " places", () -> restart(bed));
  }

  private static Injected lock(TestBed bed, SplittableRandom random) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + bed.calibrationFile());
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 5000");
      statement.execute("BEGIN EXCLUSIVE");
    } catch (SQLException e) {
      connection.close();
      // Damaged by an earlier fault: that is one for the gateway, too.
      return new Injected("cannot be locked: " + e.getMessage(), () -> restart(bed));
    }
    return new Injected(
        "",
        () -> {
          try (connection) {
            restart(bed);
          }
        });
  }

  private static Injected readOnly(TestBed bed, SplittableRandom random) throws Exception {
    GatewayFaults.stop(bed);
    bed.calibrationDisk().readOnly();
    bed.gateway().start();
    return new Injected(
        "",
        () -> {
          bed.calibrationDisk().heal();
          restart(bed);
        });
  }

  private static Injected fillDisk(TestBed bed, SplittableRandom random) throws Exception {
    bed.calibrationDisk().fill();
    return new Injected(
        "",
        () -> {
          restart(bed);
          bed.calibrationDisk().heal();
        });
  }
}
