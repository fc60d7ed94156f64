package com.reactive.platform.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "infer",
    mixinStandardHelpOptions = true,
    description = {
      "Make an Avro schema from examples: a file with one JSON object per line.",
      "A field that some lines lack becomes optional. Last, each line is checked as",
      "the gateway would; exit code 1 if one does not fit.",
      "What had to be guessed is told on standard error."
    },
    footer = {"", "Example: ./reactive schema infer events.jsonl --name Order"})
final class SchemaInferCommand implements Callable<Integer> {
  private static final EventMetadata NO_METADATA =
      new EventMetadata(new byte[0], new byte[0], 0, null, null, Map.of());

  @Spec private CommandSpec spec;

  @Parameters(arity = "1", paramLabel = "FILE", description = "JSON lines; - is standard input.")
  private String file;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "Event",
      description = "Name of the record, with its namespace if it has one (default: Event).")
  private String name;

  @Override
  public Integer call() throws IOException {
    if (!name.matches("([A-Za-z_]\\w*\\.)*[A-Za-z_]\\w*")) {
      throw new ParameterException(
          spec.commandLine(), "--name must be letters, digits and _, with dots between");
    }
    if (!file.equals("-")) {
      Path lines = Path.of(file);
      if (!Files.exists(lines)) {
        throw new CommandFailedException("there is no file " + file);
      }
      return infer(lines);
    }
    // It is read twice.
    Path copy = Files.createTempFile("events", ".jsonl");
    try {
      Files.copy(System.in, copy, StandardCopyOption.REPLACE_EXISTING);
      return infer(copy);
    } finally {
      Files.delete(copy);
    }
  }

  private int infer(Path lines) throws IOException {
    InferredType type = new InferredType();
    ObjectMapper json = new ObjectMapper();
    forEach(
        lines,
        (number, line) -> {
          try {
            JsonNode event = json.readTree(line);
            if (!event.isObject()) {
              throw new CommandFailedException("line " + number + " is no JSON object");
            }
            type.add(event);
          } catch (JsonProcessingException e) {
            throw new CommandFailedException(
                "line " + number + " is no JSON: " + e.getOriginalMessage());
          }
        });
    InferredSchema inferred = InferredSchema.of(type, name);
    spec.commandLine().getOut().println(SchemaFormatter.format("json/pretty", inferred.schema()));
    spec.commandLine().getOut().flush();
    inferred.notes().forEach(note -> spec.commandLine().getErr().println("note: " + note));
    check(lines, inferred.schema());
    return 0;
  }

  private static void check(Path lines, Schema schema) throws IOException {
    Transcoder transcoder = transcoder(schema);
    forEach(
        lines,
        (number, line) -> {
          byte[] body = line.getBytes(StandardCharsets.UTF_8);
          try {
            transcoder.transcode(body, 0, body.length, NO_METADATA);
          } catch (InvalidEventException e) {
            throw new CommandFailedException(
                "the gateway would reject line " + number + " all the same: " + e.getMessage());
          }
        });
  }

  private static Transcoder transcoder(Schema schema) {
    try {
      return TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of(), List.of()).newTranscoder();
    } catch (SchemaException e) {
      throw new CommandFailedException("the gateway cannot use this schema: " + e.getMessage());
    }
  }

  /** A line of the file; empty ones are left out. */
  private interface LineReader {
    void read(long number, String line);
  }

  private static void forEach(Path file, LineReader reader) throws IOException {
    long number = 0;
    boolean any = false;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (!line.isBlank()) {
          any = true;
          reader.read(number, line);
        }
      }
    }
    if (!any) {
      throw new CommandFailedException("there is no event in it");
    }
  }
}
