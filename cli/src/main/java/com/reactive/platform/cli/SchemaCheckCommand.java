package com.reactive.platform.cli;

import com.reactive.platform.gateway.jsonschema.SchemaText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Check by Avro's rules whether readers get along with a new schema.",
      "Exit code 1 if not. Names what clients that go on as before will notice."
    },
    footer = {"", "Example: ./reactive schema check orders.avsc orders-next.avsc --mode backward"})
final class SchemaCheckCommand implements Callable<Integer> {
  /** Whom a new schema must not break. */
  enum Mode {
    BACKWARD,
    FORWARD,
    FULL
  }

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "OLD", description = "Avro schema in force.")
  private Path oldFile;

  @Parameters(index = "1", paramLabel = "NEW", description = "Avro schema that is to follow.")
  private Path newFile;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "FULL",
      description = {
        "backward: NEW reads old records;",
        "forward: OLD reads new records;",
        "full: both (default: full)."
      })
  private Mode mode;

  private PrintWriter out;

  /** Records that clients' events were compared by. */
  private final Set<String> seen = new HashSet<>();

  @Override
  public Integer call() throws IOException {
    Schema before = read(oldFile);
    Schema after = read(newFile);
    out = spec.commandLine().getOut();
    boolean compatible = true;
    if (mode != Mode.FORWARD) {
      compatible = report("backward", "readers with NEW read old records", after, before);
    }
    if (mode != Mode.BACKWARD) {
      compatible &= report("forward", "readers with OLD read new records", before, after);
    }
    clients(before, after, "");
    out.flush();
    return compatible ? 0 : 1;
  }

  private static Schema read(Path file) throws IOException {
    try {
      String text = Files.readString(file);
      if (SchemaText.isJsonSchema(text)) {
        throw new CommandFailedException(
            file + " is a JSON Schema; only Avro schemas have rules of compatibility here");
      }
      return new Schema.Parser().parse(text);
    } catch (NoSuchFileException e) {
      throw new CommandFailedException("there is no file " + file);
    } catch (AvroRuntimeException e) {
      throw new CommandFailedException(file + " is no Avro schema: " + e.getMessage());
    }
  }

  private boolean report(String name, String meaning, Schema reader, Schema writer) {
    List<Incompatibility> faults =
        SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
            .getResult()
            .getIncompatibilities();
    out.println((faults.isEmpty() ? "ok        " : "NOT       ") + name + ": " + meaning);
    for (Incompatibility fault : faults) {
      out.println("            " + place(fault, reader) + ": " + reason(fault));
    }
    return faults.isEmpty();
  }

  /** The names of the fields on the way, where Avro gives their numbers in the reader's schema. */
  private static String place(Incompatibility fault, Schema reader) {
    List<String> names = new ArrayList<>();
    Schema at = reader;
    String[] steps = fault.getLocation().split("/", -1);
    for (int i = 1; i < steps.length && at != null; i++) {
      switch (steps[i]) {
        case "fields" -> {
          Schema.Field field = at.getFields().get(Integer.parseInt(steps[++i]));
          names.add(field.name());
          at = i + 1 < steps.length && steps[i + 1].equals("type") ? field.schema() : null;
          i++;
        }
        case "items" -> at = at.getElementType();
        case "values" -> at = at.getValueType();
        default -> at = at.getType() == Schema.Type.UNION ? branch(at, steps[i]) : null;
      }
    }
    return names.isEmpty() ? "the record" : "field " + String.join(".", names);
  }

  private static Schema branch(Schema union, String number) {
    return number.matches("\\d{1,4}") ? union.getTypes().get(Integer.parseInt(number)) : null;
  }

  private static String reason(Incompatibility fault) {
    String detail = fault.getMessage();
    return switch (fault.getType()) {
      case NAME_MISMATCH -> "another name: " + detail;
      case FIXED_SIZE_MISMATCH -> "another size: " + detail;
      case MISSING_ENUM_SYMBOLS -> "the reader's enum lacks " + detail + ", and has no default";
      case READER_FIELD_MISSING_DEFAULT_VALUE -> "only the reader has it, and it has no default";
      case TYPE_MISMATCH -> "another type: " + detail;
      case MISSING_UNION_BRANCH -> "a branch is missing: " + detail;
    };
  }

  /** The gateway knows one schema at a time, and rejects what that does not have. */
  private void clients(Schema before, Schema after, String path) {
    if (before.getType() != after.getType()) {
      return;
    }
    switch (after.getType()) {
      case RECORD -> fields(before, after, path);
      case ARRAY -> clients(before.getElementType(), after.getElementType(), path);
      case MAP -> clients(before.getValueType(), after.getValueType(), path);
      case UNION -> {
        for (Schema branch : after.getTypes()) {
          Integer same = before.getIndexNamed(branch.getFullName());
          if (same != null) {
            clients(before.getTypes().get(same), branch, path);
          }
        }
      }
      default -> {}
    }
  }

  private void fields(Schema before, Schema after, String path) {
    if (!seen.add(after.getFullName())) {
      return; // It contains itself, or is used twice.
    }
    for (Schema.Field field : before.getFields()) {
      if (after.getField(field.name()) == null) {
        out.println("note      clients that still send '" + path + field.name() + "' will get 422");
      }
    }
    for (Schema.Field field : after.getFields()) {
      Schema.Field old = before.getField(field.name());
      if (old != null) {
        clients(old.schema(), field.schema(), path + field.name() + ".");
      }
      if (isRequired(field) && (old == null || !isRequired(old))) {
        out.println(
            "note      clients that do not send '" + path + field.name() + "' yet will get 422");
      }
    }
  }

  /** Neither has it a default, nor does the gateway fill it. */
  private static boolean isRequired(Schema.Field field) {
    return !field.hasDefaultValue() && field.getObjectProp("x-reactive") == null;
  }
}
