package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The readers in {@code examples/readers} drop repeats. Those that are not in Java are skipped
 * where what they need is not installed.
 */
@ExtendWith(KafkaExtension.class)
@Timeout(300)
class ExampleReadersIT {
  private static final Path EXAMPLES = InstalledPrograms.EXAMPLES;
  private static final Schema SCHEMA =
      SchemaBuilder.record("R").fields().requiredInt("n").endRecord();

  @TempDir private Path folder;

  @Test
  void atLeastOnce(TestKafka kafka) throws Exception {
    assertReads(kafka, java("AtLeastOnce").toArray(String[]::new));
  }

  /** It is killed, and begins again where its results end. */
  @Test
  void effectsOnce(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    Path schema = Files.writeString(folder.resolve("r.avsc"), SCHEMA.toString());
    String database = "jdbc:sqlite:" + folder.resolve("effects.db") + "?busy_timeout=60000";
    write(kafka, topic, 1, "a", 0);
    write(kafka, topic, 2, "b", 7);
    List<String> java = java("EffectsOnce");
    for (int life = 0; life < 2; life++) {
      write(kafka, topic, 2, "b", 0);
      write(kafka, topic, 3 + life, "of life " + life, 7);
      List<String> command = new ArrayList<>(java);
      // A group of its own does not wait for the member that was killed.
      command.addAll(List.of(kafka.bootstrapServers(), topic + life, topic, schema.toString()));
      command.add(database);
      Process process = start(command);
      try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
        String last = "\"n\": " + (3 + life);
        String line = out.readLine();
        while (line != null && !line.contains(last)) {
          line = out.readLine();
        }
        assertThat(line).contains(last);
      } finally {
        process.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
      }
    }
    assertThat(effects(database))
        .containsExactly("{\"n\": 1}", "{\"n\": 2}", "{\"n\": 3}", "{\"n\": 4}");
  }

  private static List<String> effects(String database) throws Exception {
    List<String> found = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(database);
        Statement sql = connection.createStatement();
        ResultSet rows = sql.executeQuery("select content from events order by rowid")) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  /** What it logs would be among what it prints. */
  private List<String> java(String example) {
    String jars =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("logback"))
            .collect(Collectors.joining(File.pathSeparator));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String source = EXAMPLES.resolve(example + ".java").toString();
    assertThat(
            compiler.run(
                null, null, null, "-proc:none", "-cp", jars, "-d", folder.toString(), source))
        .isZero();
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            folder + File.pathSeparator + jars,
            example));
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  void python(TestKafka kafka) throws Exception {
    InstalledPrograms.assumeRuns(
        InstalledPrograms.PYTHON, "-c", "import confluent_kafka, fastavro");
    assertReads(kafka, InstalledPrograms.PYTHON, EXAMPLES.resolve("read.py").toString());
  }

  @Test
  void node(TestKafka kafka) throws Exception {
    InstalledPrograms.assumeRuns(
        "node", "--input-type=module", "-e", "import 'kafkajs'; import 'avsc';");
    assertReads(kafka, "node", EXAMPLES.resolve("read.mjs").toString());
  }

  @Test
  void go(TestKafka kafka) throws Exception {
    InstalledPrograms.assumeRuns("go", "version");
    String program = folder.resolve("read").toString();
    ProcessBuilder build =
        new ProcessBuilder("go", "build", "-o", program, ".")
            .directory(EXAMPLES.resolve("franz-go").toFile());
    build.environment().put("GOPROXY", "off");
    build.environment().put("GOTOOLCHAIN", "local");
    assumeTrue(build.inheritIO().start().waitFor() == 0, "its modules are not here");
    assertReads(kafka, program);
  }

  /** Repeats have the header of their caller, or not, and two callers have chosen the same id. */
  private void assertReads(TestKafka kafka, String... command) throws Exception {
    String topic = kafka.createTopic(1);
    write(kafka, topic, 1, "a", 0);
    write(kafka, topic, 2, "b", 7);
    write(kafka, topic, 3, "b", 8);
    write(kafka, topic, 1, "a", 7);
    write(kafka, topic, 1, "a", 0);
    write(kafka, topic, 3, "b", 8);
    write(kafka, topic, 2, "b", 0);
    write(kafka, topic, 4, "d", 7);
    Path schema = Files.writeString(folder.resolve("r.avsc"), SCHEMA.toString());
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(kafka.bootstrapServers(), topic, topic, schema.toString()));
    Process process = start(all);
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (int n = 1; n <= 4; n++) {
        assertThat(out.readLine()).contains("\"n\":").contains(Integer.toString(n));
      }
    } finally {
      process.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
    }
  }

  private static void write(TestKafka kafka, String topic, int n, String id, long caller)
      throws Exception {
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, null, value(n));
    record.headers().add(EventHeaders.EVENT_ID, id.getBytes(StandardCharsets.US_ASCII));
    if (caller != 0) {
      byte[] hashes = ByteBuffer.allocate(16).putLong(caller).putLong(n).array();
      record.headers().add(EventHeaders.IDEMPOTENCY, hashes);
    }
    kafka.write(List.of(record));
  }

  private static byte[] value(int n) throws IOException {
    GenericRecord event = new GenericRecordBuilder(SCHEMA).set("n", n).build();
    return Utils.toArray(
        new BinaryMessageEncoder<GenericRecord>(GenericData.get(), SCHEMA).encode(event));
  }
}
