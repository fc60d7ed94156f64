import com.reactive.platform.reader.AvroDecoder;
import com.reactive.platform.reader.Event;
import com.reactive.platform.reader.EventReader;
import com.reactive.platform.reader.EventReaderBuilder;
import com.reactive.platform.reader.OffsetStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Writes each event of a topic into a table, once: rows and offsets change in one transaction. It
 * may be killed at any moment, and several of it may run at once, with the same group.
 *
 * <pre>java -cp CLASS_PATH EffectsOnce.java 127.0.0.1:9092 GROUP TOPIC SCHEMA_FILE JDBC_URL</pre>
 */
public final class EffectsOnce implements OffsetStore {
  private static final long NOTHING_STORED = -1;

  private record Row(TopicPartition partition, String eventId, String content) {}

  private final Connection database;

  /** Of each partition, as we read or wrote it last. */
  private final Map<TopicPartition, Long> stored = new HashMap<>();

  private final List<Row> pending = new ArrayList<>();
  private EventReader<GenericRecord> reader;

  private EffectsOnce(Connection database) {
    this.database = database;
  }

  public static void main(String[] args) throws Exception {
    Schema schema = new Schema.Parser().parse(Path.of(args[3]).toFile());
    try (Connection database = DriverManager.getConnection(args[4])) {
      createTables(database);
      EffectsOnce store = new EffectsOnce(database);
      try (EventReader<GenericRecord> reader =
          new EventReaderBuilder(
                  Map.of(
                      "bootstrap.servers", args[0],
                      "group.id", args[1],
                      "auto.offset.reset", "earliest"))
              .topics(args[2])
              .dropRepeats(10_000)
              .offsets(store)
              .open(AvroDecoder.singleObject(schema).reusing())) {
        store.run(reader);
      }
    }
  }

  private static void createTables(Connection database) throws SQLException {
    try (Statement sql = database.createStatement()) {
      sql.execute("create table if not exists events (id text, content text)");
      sql.execute(
          "create table if not exists offsets "
              + "(topic text, part int, next bigint, primary key (topic, part))");
    }
    database.setAutoCommit(false);
  }

  private void run(EventReader<GenericRecord> ours) throws Exception {
    reader = ours;
    while (true) {
      reader.poll(Duration.ofSeconds(1), this::add);
      List<TopicPartition> refused = store(reader.positions());
      if (!refused.isEmpty()) {
        // Nothing would be stored any more. Whoever starts us again begins where the offset is.
        throw new IllegalStateException("another member has stored offsets of " + refused);
      }
    }
  }

  private void add(Event<GenericRecord> event) {
    pending.add(new Row(event.partition(), event.eventId(), event.value().toString()));
  }

  /**
   * One transaction for each partition: what another member has done meanwhile is not done again.
   * Returns the partitions of which it has done something.
   */
  private List<TopicPartition> store(Map<TopicPartition, Long> positions) throws SQLException {
    List<TopicPartition> refused = new ArrayList<>();
    for (Map.Entry<TopicPartition, Long> each : positions.entrySet()) {
      TopicPartition partition = each.getKey();
      long from = stored.getOrDefault(partition, NOTHING_STORED);
      if (each.getValue() != from) {
        if (moveOffset(partition, from, each.getValue())) {
          List<Row> rows =
              pending.stream().filter(row -> row.partition().equals(partition)).toList();
          insert(rows);
          database.commit();
          stored.put(partition, each.getValue());
          rows.forEach(row -> System.out.println(row.content()));
        } else {
          database.rollback();
          refused.add(partition);
        }
      }
    }
    pending.clear();
    return refused;
  }

  /** False if it is not where we left it: the partition is another member's by now. */
  private boolean moveOffset(TopicPartition partition, long from, long to) throws SQLException {
    try (PreparedStatement sql =
        database.prepareStatement(
            "insert into offsets values (?, ?, ?) "
                + "on conflict (topic, part) do update set next = excluded.next "
                + "where offsets.next = ?")) {
      sql.setString(1, partition.topic());
      sql.setInt(2, partition.partition());
      sql.setLong(3, to);
      sql.setLong(4, from);
      return sql.executeUpdate() == 1;
    }
  }

  private void insert(List<Row> rows) throws SQLException {
    try (PreparedStatement sql = database.prepareStatement("insert into events values (?, ?)")) {
      for (Row row : rows) {
        sql.setString(1, row.eventId());
        sql.setString(2, row.content());
        sql.executeUpdate();
      }
    }
  }

  /** Where to begin, of partitions that are ours now. */
  @Override
  public Map<TopicPartition, Long> load(Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> found = new HashMap<>();
    try (PreparedStatement sql =
        database.prepareStatement("select next from offsets where topic = ? and part = ?")) {
      for (TopicPartition partition : partitions) {
        stored.remove(partition);
        sql.setString(1, partition.topic());
        sql.setInt(2, partition.partition());
        try (ResultSet row = sql.executeQuery()) {
          if (row.next()) {
            found.put(partition, row.getLong(1));
          }
        }
      }
      database.rollback(); // it was only looked at
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    stored.putAll(found);
    return found;
  }

  /** They go to another member: what is pending is stored now, or never. */
  @Override
  public void revoked(Collection<TopicPartition> partitions) {
    try {
      store(reader.positions());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
