package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.limit.LimitsConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.rpc.ConformanceCreds;
import com.reactive.platform.gateway.rpc.ConformanceMethod;
import com.reactive.platform.gateway.rpc.RpcProtocol;
import com.reactive.platform.gateway.rpc.RpcRegistry;
import com.reactive.platform.gateway.rpc.RpcServer;
import com.reactive.platform.gateway.rpc.connect.ConnectProtocol;
import com.reactive.platform.gateway.rpc.grpc.GrpcProtocol;
import com.reactive.platform.gateway.rpc.grpcweb.GrpcWebProtocol;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Tls;
import com.reactive.platform.gateway.security.TlsConfig;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Tracing;
import com.reactive.platform.gateway.testing.TestCertificates;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The data port with the service of Connect's conformance suite, as often as the suite wants one.
 * The suite starts a process for each; ours passes on to this process what it is asked, and lives
 * as long as the server should.
 */
final class ConformanceServers implements AutoCloseable {
  private static final List<RpcProtocol> PROTOCOLS =
      List.of(new GrpcProtocol(), new GrpcWebProtocol(), new ConnectProtocol());

  private final ServerSocket control = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final TestCertificates certificates = TestCertificates.create();
  private final Path folder;
  private int servers;

  ConformanceServers(Path folder) throws Exception {
    this.folder = folder;
    TestCertificates.write(folder, "server", certificates.server(3));
    threads.execute(this::accept);
  }

  /** Starts a server, and ends it when it is killed. */
  List<String> command() {
    int port = control.getLocalPort();
    return List.of("bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/" + port + "; cat >&3; exec cat <&3");
  }

  private void accept() {
    while (!control.isClosed()) {
      try {
        Socket process = control.accept();
        threads.execute(() -> serve(process));
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void serve(Socket process) {
    try (process;
        DataInputStream in = new DataInputStream(process.getInputStream());
        DataOutputStream out = new DataOutputStream(process.getOutputStream())) {
      byte[] asked = new byte[in.readInt()];
      in.readFully(asked);
      ConformanceCreds creds = ConformanceCreds.of(asked);
      Settings settings = settings(creds);
      HttpConfig config = HttpConfig.from(settings, 5_000, 0, false);
      Optional<Tls> tls =
          TlsConfig.from(settings, "http")
              .map(its -> Tls.of(its, config.versions().applicationProtocols()));
      HttpServer server = start(creds, settings, config, tls);
      try {
        String certificate = creds.tls() ? Files.readString(folder.resolve("server.pem")) : "";
        byte[] answer = creds.response(server.port(), certificate);
        out.writeInt(answer.length);
        out.write(answer);
        out.flush();
        in.read(); // Until it is killed.
      } finally {
        server.stopAccepting();
        server.close();
        tls.ifPresent(Tls::close);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Settings settings(ConformanceCreds creds) throws IOException {
    Map<String, String> keys = new HashMap<>();
    keys.put("http.port", "0");
    keys.put("http.hosts", "*");
    keys.put("http.event-loops", "1");
    keys.put("http.max-compression-ratio", "10000"); // The suite fills messages with zeros.
    keys.put("http.max-body-bytes", "" + creds.maxMessageBytes());
    if (creds.tls()) {
      keys.put("http.tls.certificate-file", folder.resolve("server.pem").toString());
      keys.put("http.tls.private-key-file", folder.resolve("server.key").toString());
    }
    if (!creds.clientCertificate().isEmpty()) {
      Path authority = folder.resolve("client-" + number() + ".pem");
      Files.writeString(authority, creds.clientCertificate());
      keys.put("http.tls.client-auth", "required");
      keys.put("http.tls.client-ca-file", authority.toString());
    }
    return Settings.ofKeys(keys);
  }

  private static HttpServer start(
      ConformanceCreds creds, Settings settings, HttpConfig config, Optional<Tls> tls)
      throws Exception {
    Routes routes =
        new Routes(
            List.of(),
            route -> RequestMetrics.NONE,
            null,
            new RpcServer(
                new RpcRegistry(ConformanceMethod.all(creds.maxMessageBytes())), PROTOCOLS));
    HttpServer server =
        new HttpServer(
            config,
            (stripe, loop) -> new StripedBatcher.Writer[0],
            () -> routes,
            new Ledger(),
            Tracing.NONE,
            Authenticator.NONE,
            new Limits(LimitsConfig.from(settings)),
            tls);
    server.start(() -> true);
    return server;
  }

  private synchronized int number() {
    return servers++;
  }

  @Override
  public void close() throws IOException {
    control.close();
    threads.shutdownNow();
  }
}
