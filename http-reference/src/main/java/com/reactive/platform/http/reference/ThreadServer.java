package com.reactive.platform.http.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Semaphore;

/** A thread for each connection: a virtual one where the JDK has them, else one of the system. */
public final class ThreadServer {
  private static final int MAX_CONNECTIONS = 4_096;
  private static final long STACK_BYTES = 256 * 1024;

  private final ServerSocket listener;
  private final MethodHandle startVirtual; // null before Java 21
  private final Semaphore room = new Semaphore(MAX_CONNECTIONS);

  private ThreadServer(int port) throws IOException {
    listener = new ServerSocket(port, 1_024, InetAddress.getLoopbackAddress());
    startVirtual = startVirtual();
  }

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Serving serving = Serving.of(args);
    ThreadServer server = new ThreadServer(serving.port());
    Thread thread = new Thread(server::acceptAll, "accept");
    thread.setDaemon(true);
    thread.start();
    serving.listening(
        server.listener.getLocalPort(),
        "threads=" + (server.startVirtual != null ? "virtual" : "platform"));
  }

  /** {@code Thread.startVirtualThread}, which the sources' language level does not know. */
  private static MethodHandle startVirtual() {
    if (Runtime.version().feature() < 21) {
      return null;
    }
    try {
      return MethodHandles.publicLookup()
          .findStatic(
              Thread.class,
              "startVirtualThread",
              MethodType.methodType(Thread.class, Runnable.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  private void acceptAll() {
    try {
      while (true) {
        room.acquire();
        Socket socket = listener.accept();
        start(() -> serve(socket));
      }
    } catch (Throwable e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private void start(Runnable work) throws Throwable {
    if (startVirtual != null) {
      Thread started = (Thread) startVirtual.invokeExact(work);
      started.setName("virtual");
    } else {
      Thread thread = new Thread(null, work, "connection", STACK_BYTES);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      serve(socket.getInputStream(), socket.getOutputStream());
    } catch (IOException e) {
      // The client is gone, or sent what nobody understands.
    } finally {
      room.release();
    }
  }

  private static void serve(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[RequestScanner.MAX_REQUEST_BYTES];
    int from = 0;
    int to = 0;
    while (true) {
      int length = from == to ? RequestScanner.INCOMPLETE : RequestScanner.length(buffer, from, to);
      if (length != RequestScanner.INCOMPLETE) {
        out.write(ReferenceResponse.RESPONSE);
        from += length;
        continue;
      }
      System.arraycopy(buffer, from, buffer, 0, to - from);
      to -= from;
      from = 0;
      int count = in.read(buffer, to, buffer.length - to);
      if (count < 0) {
        return;
      }
      to += count;
    }
  }
}
