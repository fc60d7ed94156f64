package com.reactive.platform.gateway.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.abuse.AbuseCase.Answer;
import com.reactive.platform.gateway.abuse.AbuseCase.End;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Sends cases to a data port, a good request right behind each, and checks the answers, the
 * connection, the ledger, and that somebody else is served as ever. One thread's at a time.
 */
public final class AbuseRunner {
  /** How the bytes come. */
  public enum Manner {
    /** All in one write, with what follows. */
    AT_ONCE,
    /** One by one, or in five hundred pieces if there are more. */
    IN_PIECES
  }

  private static final int MAX_PIECES = 500;

  private final int port;
  private final Supplier<Ledger.Snapshot> ledger;
  private int number;
  private int stored;

  /**
   * Nobody else sends to this port.
   *
   * @param ledger of the gateway behind it
   */
  public AbuseRunner(int port, Supplier<Ledger.Snapshot> ledger) {
    this.port = port;
    this.ledger = ledger;
  }

  /** How many events must be stored by now. */
  public int stored() {
    return stored;
  }

  /** What follows a case whose connection ends: this event id must be nowhere. */
  public static String unreadKey(int number) {
    return "unread-" + number;
  }

  /** How many cases there were. */
  public int cases() {
    return number;
  }

  /** Runs one; fails unless all is as it should be. */
  public void run(AbuseCase abuse, Manner manner) throws IOException, InterruptedException {
    number++;
    Ledger.Snapshot before = ledger.get();
    int requests = abuse.requests();
    int events = abuse.stored();
    try (WireClient client = new WireClient(port)) {
      new Exchange(client, abuse, manner).run();
    }
    if (abuse.end() == End.OPEN) {
      requests++;
      events++;
    }
    somebodyElseIsServed();
    stored += events + 1;
    TestGateway.await("all is settled", () -> ledger.get().inFlight() == 0);
    Ledger.Snapshot after = ledger.get();
    assertThat(after.balanced()).as("%s: %s", abuse, after).isTrue();
    assertThat(after.received() - before.received()).as("received").isEqualTo(requests + 1);
    assertThat(acked(after) - acked(before)).as("acked").isEqualTo(events + 1);
  }

  private static long acked(Ledger.Snapshot snapshot) {
    return snapshot.ended().get(Outcome.ACKED);
  }

  private void somebodyElseIsServed() throws IOException {
    try (WireClient other = new WireClient(port)) {
      assertThat(other.exchange(WireClient.event("else", number)).status()).isEqualTo(201);
    }
  }

  private static byte[] follower(String key) {
    return WireClient.post("/api/counter", "Idempotency-Key: " + key + "\r\n", RawText.EVENT);
  }

  /** One case over one connection. */
  private final class Exchange {
    private final WireClient client;
    private final AbuseCase abuse;
    private final Manner manner;
    private int answered;

    Exchange(WireClient client, AbuseCase abuse, Manner manner) {
      this.client = client;
      this.abuse = abuse;
      this.manner = manner;
    }

    void run() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes(abuse.bytes());
      String key = abuse.end() == End.OPEN ? "behind-" + number : unreadKey(number);
      if (abuse.end() != End.SHUT) {
        bytes.writeBytes(follower(key));
      }
      try {
        send(bytes.toByteArray());
      } catch (SocketException e) {
        // It was cut while more was sent; whatever was answered is read already.
        assertThat(abuse.end()).isEqualTo(End.CUT);
        return;
      }
      if (abuse.end() == End.SHUT) {
        client.shutOutput();
      }
      while (answered < abuse.answers().size()) {
        readAnswer();
      }
      if (abuse.end() == End.OPEN) {
        Response behind = client.read();
        assertThat(behind.status()).as(behind.body()).isEqualTo(201);
        assertThat(behind.field("eventId")).isEqualTo(key);
      } else {
        assertThat(client.isAtEnd()).as("the connection ends").isTrue();
      }
    }

    /**
     * Reads answers as they come: once a connection has ended, sending on would reset it, and what
     * was not read by then would be lost.
     */
    private void send(byte[] bytes) throws IOException {
      int step = manner == Manner.AT_ONCE ? bytes.length : 1 + bytes.length / MAX_PIECES;
      for (int sent = 0; sent < bytes.length && !isOver(); sent += step) {
        client.send(Arrays.copyOfRange(bytes, sent, Math.min(sent + step, bytes.length)));
        while (answered < abuse.answers().size() && client.hasMore()) {
          readAnswer();
        }
      }
    }

    private boolean isOver() {
      return abuse.end() == End.END && answered == abuse.answers().size();
    }

    private void readAnswer() throws IOException {
      Answer expected = abuse.answers().get(answered++);
      Response response = expected.headOnly() ? client.readHeadOnly() : client.read();
      assertThat(response.status()).as(response.body()).isEqualTo(expected.status());
      if (expected.status() >= 400) {
        assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
      }
      if (isOver()) {
        assertThat(response.headers()).containsEntry("connection", "close");
      }
    }
  }
}
