package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The readers in {@code examples/readers} drop repeats, where what they need is installed. */
@ExtendWith(KafkaExtension.class)
@Timeout(300)
class ExampleReadersIT {
  private static final Path EXAMPLES = Path.of("../examples/readers").toAbsolutePath();
  private static final Schema SCHEMA =
      SchemaBuilder.record("R").fields().requiredInt("n").endRecord();

  @TempDir private Path folder;

  @Test
  void python(TestKafka kafka) throws Exception {
    assumeRuns("python3", "-c", "import confluent_kafka, fastavro");
    assertReads(kafka, "python3", EXAMPLES.resolve("read.py").toString());
  }

  @Test
  void node(TestKafka kafka) throws Exception {
    assumeRuns("node", "--input-type=module", "-e", "import 'kafkajs'; import 'avsc';");
    assertReads(kafka, "node", EXAMPLES.resolve("read.mjs").toString());
  }

  @Test
  void go(TestKafka kafka) throws Exception {
    assumeRuns("go", "version");
    String program = folder.resolve("read").toString();
    ProcessBuilder build =
        new ProcessBuilder("go", "build", "-o", program, ".")
            .directory(EXAMPLES.resolve("franz-go").toFile());
    build.environment().put("GOPROXY", "off");
    build.environment().put("GOTOOLCHAIN", "local");
    assumeTrue(build.inheritIO().start().waitFor() == 0, "its modules are not here");
    assertReads(kafka, program);
  }

  private static void assumeRuns(String... command) throws Exception {
    boolean installed =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(path -> Files.isExecutable(Path.of(path, command[0])));
    assumeTrue(installed, command[0] + " is not installed");
    Process process = new ProcessBuilder(command).directory(EXAMPLES.toFile()).start();
    assumeTrue(process.waitFor() == 0, "its packages are not here");
  }

  /** Five records, of which the second and the fourth are one event. */
  private void assertReads(TestKafka kafka, String... command) throws Exception {
    String topic = kafka.createTopic(1);
    write(kafka, topic, 1, "a");
    write(kafka, topic, 2, "b");
    write(kafka, topic, 3, "c");
    write(kafka, topic, 2, "b");
    write(kafka, topic, 4, "d");
    Path schema = Files.writeString(folder.resolve("r.avsc"), SCHEMA.toString());
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(kafka.bootstrapServers(), topic, topic, schema.toString()));
    Process process =
        new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (int n = 1; n <= 4; n++) {
        assertThat(out.readLine()).contains("\"n\":").contains(Integer.toString(n));
      }
    } finally {
      process.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
    }
  }

  private static void write(TestKafka kafka, String topic, int n, String id) throws Exception {
    ByteArraySerializer bytes = new ByteArraySerializer();
    Map<String, Object> config = Map.of("bootstrap.servers", kafka.bootstrapServers());
    try (Producer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, null, value(n));
      record.headers().add(EventHeaders.EVENT_ID, id.getBytes(StandardCharsets.US_ASCII));
      producer.send(record).get();
    }
  }

  private static byte[] value(int n) throws IOException {
    GenericRecord event = new GenericRecordBuilder(SCHEMA).set("n", n).build();
    return Utils.toArray(
        new BinaryMessageEncoder<GenericRecord>(GenericData.get(), SCHEMA).encode(event));
  }
}
