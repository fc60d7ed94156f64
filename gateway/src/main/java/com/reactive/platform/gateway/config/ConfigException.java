package com.reactive.platform.gateway.config;

import java.io.Serial;
import java.util.List;

/** The configuration cannot be used. Carries every error found, not only the first. */
public final class ConfigException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient List<String> errors;

  public ConfigException(List<String> errors) {
    super(String.join("; ", errors));
    this.errors = List.copyOf(errors);
  }

  /** One line per error: the key, then the reason. */
  public List<String> errors() {
    return errors;
  }
}
