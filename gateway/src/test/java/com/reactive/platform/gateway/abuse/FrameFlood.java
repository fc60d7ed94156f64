package com.reactive.platform.gateway.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.FrameClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;

/** Frames of HTTP/2 that come in masses, each harmless by itself. */
public enum FrameFlood {
  PINGS {
    @Override
    byte[] next(FrameClient client, int number) {
      return FrameClient.frame(FrameClient.PING, 0, 0, new byte[8]);
    }
  },
  SETTINGS {
    @Override
    byte[] next(FrameClient client, int number) {
      return FrameClient.frame(FrameClient.SETTINGS, 0, 0, new byte[0]);
    }
  },
  PRIORITIES {
    @Override
    byte[] next(FrameClient client, int number) {
      byte[] payload = {0, 0, 0, 0, 1};
      return FrameClient.frame(FrameClient.PRIORITY, 0, 3, payload);
    }
  },
  WINDOW_UPDATES {
    @Override
    byte[] next(FrameClient client, int number) {
      return FrameClient.frame(FrameClient.WINDOW_UPDATE, 0, 0, FrameClient.number(1));
    }
  },
  UNKNOWN_FRAMES {
    @Override
    byte[] next(FrameClient client, int number) {
      return FrameClient.frame(0x42, 0, 0, new byte[1]);
    }
  },
  /** CVE-2023-44487. */
  RAPID_RESETS {
    @Override
    byte[] next(FrameClient client, int number) {
      int stream = 1 + 2 * number;
      byte[] head = client.encode(FrameClient.post("/api/counter"));
      return both(
          FrameClient.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, stream, head),
          FrameClient.frame(FrameClient.RST_STREAM, 0, stream, FrameClient.number(8)));
    }
  },
  /** CVE-2025-8671: the client makes the server reset its streams. */
  PROVOKED_RESETS {
    @Override
    byte[] next(FrameClient client, int number) {
      int stream = 1 + 2 * number;
      byte[] head = client.encode(FrameClient.post("/api/counter"));
      return both(
          FrameClient.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, stream, head),
          FrameClient.frame(FrameClient.WINDOW_UPDATE, 0, stream, FrameClient.number(0)));
    }
  },
  /** CVE-2024-27316. */
  CONTINUATIONS {
    @Override
    byte[] next(FrameClient client, int number) {
      int type = number == 0 ? FrameClient.HEADERS : FrameClient.CONTINUATION;
      byte[] field = ByteBuffer.allocate(4).put((byte) 0).put((byte) 1).put((byte) 'x').array();
      return FrameClient.frame(type, 0, 1, field);
    }
  },
  LARGE_CONTINUATIONS {
    @Override
    byte[] next(FrameClient client, int number) {
      int type = number == 0 ? FrameClient.HEADERS : FrameClient.CONTINUATION;
      return FrameClient.frame(type, 0, 1, new byte[8_000]);
    }
  },
  EMPTY_DATA {
    @Override
    byte[] next(FrameClient client, int number) {
      byte[] head = client.encode(FrameClient.post("/api/counter"));
      return number == 0
          ? FrameClient.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, 1, head)
          : FrameClient.frame(FrameClient.DATA, 0, 1, new byte[0]);
    }
  };

  private static final int MOST = 20_000;

  abstract byte[] next(FrameClient client, int number);

  /** Sends until the connection ends; fails if it never does. */
  public void run(int port) throws IOException {
    try (FrameClient client = FrameClient.open(port)) {
      try {
        for (int i = 0; i < MOST; i++) {
          client.send(next(client, i));
        }
      } catch (SocketException e) {
        return; // It was cut while we sent on.
      }
      FrameClient.Frame last = client.read();
      while (last != null && last.type() != FrameClient.GOAWAY) {
        last = client.read();
      }
      assertThat(last == null || last.error() != 0).as("an end with an error").isTrue();
    }
  }

  private static byte[] both(byte[] first, byte[] second) {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(first);
    both.writeBytes(second);
    return both.toByteArray();
  }
}
