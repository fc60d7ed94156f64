package com.reactive.platform.gateway.fetch;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks another server, bounded in time and in bytes whatever that one does. */
public final class Fetch {
  private Fetch() {}

  /**
   * Sends the request and blocks until the whole answer is there.
   *
   * @param timeoutMillis for all of it: the connection, the head and the body
   * @throws HttpTimeoutException if it takes longer
   * @throws IOException if there is no proper answer, or one with more than {@code maxBytes}
   */
  public static HttpResponse<byte[]> send(
      HttpClient client, HttpRequest request, int maxBytes, int timeoutMillis)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, head -> new BoundedBody(maxBytes));
    try {
      // A timeout of the request itself would end with the answer's head.
      return answer.get(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("no response within " + timeoutMillis + " ms");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } finally {
      answer.cancel(true);
    }
  }
}
