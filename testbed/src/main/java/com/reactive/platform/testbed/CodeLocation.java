package com.reactive.platform.testbed;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;

/** Locates the jar or folder that a class was loaded from. */
public final class CodeLocation {
  private CodeLocation() {}

  /** The folder or jar that a class came from. */
  public static Path of(Class<?> type) {
    return path(type.getProtectionDomain().getCodeSource().getLocation());
  }

  /** Of a {@code file:} URL, in which blanks and others are escaped. */
  public static Path path(URL url) {
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(url + " is no path", e);
    }
  }
}
