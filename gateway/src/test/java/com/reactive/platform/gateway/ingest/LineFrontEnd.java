package com.reactive.platform.gateway.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.ledger.Ledger;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A front end without HTTP: events are lines of JSON on a TCP connection, and each outcome is a
 * line. Serves one connection at a time, in one thread.
 */
final class LineFrontEnd implements AutoCloseable {
  private final Ledger ledger;
  private final StreamRuntime stream;
  private final Ingress ingress;
  private final EventIds requestIds = new EventIds();
  private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final Thread thread = new Thread(this::serve, "lines");

  LineFrontEnd(Ledger ledger, StreamRuntime stream, Ingress ingress) throws IOException {
    this.ledger = ledger;
    this.stream = stream;
    this.ingress = ingress;
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept();
          var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
          PrintWriter out = new PrintWriter(socket.getOutputStream(), true, UTF_8)) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          take(line.getBytes(UTF_8), out);
        }
      } catch (IOException e) {
        // The client is gone, or this front end is closed.
      }
    }
  }

  private void take(byte[] json, PrintWriter out) {
    Event event = new Event(out);
    ledger.received();
    Problem problem = ingress.take(event, event, json, 0, json.length);
    if (problem == null) {
      ledger.accepted();
    } else {
      ledger.refused(problem.type().outcome());
      out.println(problem.type().status() + " " + problem.type().slug() + " " + problem.detail());
    }
  }

  /** The metadata of one event, and the callback that prints its outcome. */
  private final class Event extends IngestCallback implements IngestRequest {
    private final byte[] requestId = requestIds.next();
    private final PrintWriter out;

    Event(PrintWriter out) {
      super(ledger, null);
      this.out = out;
    }

    @Override
    public StreamRuntime stream() {
      return stream;
    }

    @Override
    public byte[] requestId() {
      return requestId;
    }

    @Override
    protected boolean onOutcome() {
      Problem problem = problem();
      out.println(problem == null ? outcome() + " " + offset() : problem.type().slug());
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    listener.close(); // which ends the thread
  }
}
