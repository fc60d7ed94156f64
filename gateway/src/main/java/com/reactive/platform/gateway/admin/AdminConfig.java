package com.reactive.platform.gateway.admin;

import com.reactive.platform.gateway.config.Settings;

/** The admin port: probes and status, apart from the data port so that a flood there spares it. */
public record AdminConfig(String host, int port) {
  /**
   * Reads the {@code admin.*} settings.
   *
   * @param authenticated whether admins are asked who they are
   */
  public static AdminConfig from(Settings settings, boolean authenticated) {
    return new AdminConfig(
        settings.bindHost("admin", authenticated),
        settings.integer("admin.port", 9464, 0, 65_535, "port; 0: any free port"));
  }
}
