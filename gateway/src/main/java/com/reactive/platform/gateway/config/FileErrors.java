package com.reactive.platform.gateway.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Why a file cannot be used, for people: no class of Java is named. */
public final class FileErrors {
  private FileErrors() {}

  /** Why it cannot be read: "no such file". */
  public static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof CharacterCodingException) {
      return "it is not UTF-8";
    }
    String message = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return message == null ? "the file system reports an error" : firstLine(message);
  }

  /** Where it is no YAML: from 1; 0 if that is not known. */
  static int line(YamlEngineException e) {
    return e instanceof MarkedYamlEngineException marked
        ? marked.getProblemMark().or(marked::getContextMark).map(Mark::getLine).orElse(-1) + 1
        : 0;
  }

  /** Why it is no YAML, without the lines around. */
  static String reason(YamlEngineException e) {
    if (e instanceof MarkedYamlEngineException marked) {
      return Optional.ofNullable(marked.getProblem())
          .or(() -> Optional.ofNullable(marked.getContext()))
          .map(FileErrors::firstLine)
          .orElse("it cannot be parsed");
    }
    // A message that was made of a cause begins with the name of its class.
    return e.getCause() == null && e.getMessage() != null
        ? firstLine(e.getMessage())
        : "it cannot be parsed";
  }

  /** Why a parser refused a file; of JSON with the place. */
  public static String reason(RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof JsonProcessingException json) {
        return String.format(
            Locale.ROOT,
            "line %d, column %d: %s",
            json.getLocation() == null ? 0 : json.getLocation().getLineNr(),
            json.getLocation() == null ? 0 : json.getLocation().getColumnNr(),
            firstLine(json.getOriginalMessage()));
      }
    }
    boolean ownWords = e.getMessage() != null && e.getCause() == null;
    return ownWords && !(e instanceof NullPointerException)
        ? firstLine(e.getMessage()).replaceAll("\\b(?:[a-z]\\w*\\.)+\\w*(?:Exception|Error): ", "")
        : "it is incomplete or inconsistent";
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("").strip();
  }
}
