import com.reactive.platform.reader.AvroDecoder;
import com.reactive.platform.reader.EventReader;
import com.reactive.platform.reader.EventReaderBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/**
 * Prints the events of a topic, each at least once: what was printed is committed every five
 * seconds, so the last ones come again if this is killed. Records that were written twice come
 * once.
 *
 * <pre>java -cp CLASS_PATH AtLeastOnce.java 127.0.0.1:9092 GROUP TOPIC SCHEMA_FILE</pre>
 */
public final class AtLeastOnce {
  private AtLeastOnce() {}

  public static void main(String[] args) throws Exception {
    Schema schema = new Schema.Parser().parse(Path.of(args[3]).toFile());
    try (EventReader<GenericRecord> reader =
        new EventReaderBuilder(
                Map.of(
                    "bootstrap.servers", args[0],
                    "group.id", args[1],
                    "auto.offset.reset", "earliest",
                    "auto.commit.interval.ms", 5_000))
            .topics(args[2])
            .dropRepeats(10_000)
            .open(AvroDecoder.singleObject(schema).reusing())) {
      while (true) {
        reader.poll(Duration.ofSeconds(1), event -> System.out.println(event.value()));
      }
    }
  }
}
