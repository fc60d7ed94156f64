package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code ./reactive proto} prints, and writes the field numbers only when told to. */
class ProtoCommandTest {
  @TempDir private Path folder;
  private final StringWriter errors = new StringWriter();

  @BeforeEach
  void configure() throws IOException {
    Files.writeString(folder.resolve("c.yaml"), "streams.orders.schema: orders.avsc\n");
    schema("{'name':'a','type':'int'}");
  }

  private void schema(String fields) throws IOException {
    String schema = "{'type':'record','name':'Order','fields':[" + fields + "]}";
    Files.writeString(folder.resolve("orders.avsc"), schema.replace('\'', '"'));
  }

  private String run(int code, String command, String... more) {
    StringWriter out = new StringWriter();
    CommandLine line = ReactiveCli.commandLine(command);
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(errors, true));
    String[] args = new String[more.length + 3];
    args[0] = command;
    args[1] = "--config";
    args[2] = folder.resolve("c.yaml").toString();
    System.arraycopy(more, 0, args, 3, more.length);
    assertThat(line.execute(args)).as(errors.toString()).isEqualTo(code);
    return out.toString();
  }

  @Test
  void numbersAreKeptOnlyWhenAsked() throws IOException {
    Path lock = folder.resolve("orders.proto.lock");
    assertThat(run(0, "proto", "orders")).contains("int32 a = 1;").contains("provisional");
    assertThat(lock).doesNotExist();
    assertThat(run(0, "proto", "orders", "--update"))
        .contains("int32 a = 1;")
        .doesNotContain("provisional");
    String before = Files.readString(lock);
    schema("{'name':'b','type':'int'},{'name':'a','type':'int'}");
    assertThat(run(0, "proto", "orders")).contains("int32 b = 2;").contains("int32 a = 1;");
    assertThat(Files.readString(lock)).isEqualTo(before);
    run(78, "serve", "--check");
    assertThat(errors.toString()).contains("./reactive proto orders --update");
    run(0, "proto", "orders", "--update");
    assertThat(Files.readString(lock))
        .startsWith(before.stripTrailing())
        .contains("  2 b int int32");
    run(0, "serve", "--check");
  }

  @Test
  void aFileThatCouldNotBeReadIsNotWritten() throws IOException {
    schema("{'name':'gr\u00f6\u00dfe','type':'int'}");
    run(1, "proto", "orders", "--update");
    assertThat(errors.toString()).contains("would not be readable: line 4: ");
    assertThat(folder.resolve("orders.proto.lock")).doesNotExist();
    run(0, "serve", "--check");
  }

  /** Else its numbers would be given anew, in another order. */
  @Test
  void anEmptiedFileIsAnError() throws IOException {
    Path lock = folder.resolve("orders.proto.lock");
    run(0, "proto", "orders", "--update");
    Files.writeString(lock, "# Field numbers\n");
    run(78, "serve", "--check");
    assertThat(errors.toString()).contains("orders.proto.lock has no field numbers");
    run(78, "proto", "orders", "--update");
    assertThat(Files.readString(lock)).isEqualTo("# Field numbers\n");
  }

  @Test
  void aStreamOfJsonHasNone() throws IOException {
    Files.writeString(
        folder.resolve("c.yaml"), "streams:\n  orders: {schema: orders.avsc, value: json}\n");
    run(1, "proto", "orders");
    assertThat(errors.toString())
        .contains("the stream orders has JSON in its topic, and takes no protobuf");
  }

  @Test
  void anUnknownStreamIsNamed() {
    run(1, "proto", "none");
    assertThat(errors.toString()).contains("there is no stream 'none'; there are: orders");
  }
}
