package com.reactive.platform.kafka.wire.fetch;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.protocol.ApiKeys;

/** What a core knows of its connection to one broker, and what it has asked there. */
final class FetchLink {
  /** Of 2.8: the first with leader epochs of what was fetched, and with tagged fields. */
  private static final short OLDEST_FETCH = 12;

  private static final short OLDEST_LIST_OFFSETS = 6;

  /**
   * One request without an answer.
   *
   * @param failed runs if there will be none
   */
  record Asked(
      int correlationId,
      ApiKeys api,
      long deadlineNanos,
      Consumer<ByteBuf> answered,
      Runnable failed) {}

  final int brokerId;
  private final ArrayDeque<Asked> asked = new ArrayDeque<>();
  private boolean connected;
  private int correlationId;
  short fetchVersion;
  short listOffsetsVersion;

  /** The broker is too old; null if it is not. */
  UnsupportedVersionException refusal;

  FetchLink(int brokerId) {
    this.brokerId = brokerId;
  }

  void connected(NodeApiVersions versions) {
    connected = true;
    refusal = null;
    try {
      fetchVersion =
          versions.latestUsableVersion(
              ApiKeys.FETCH, OLDEST_FETCH, ApiKeys.FETCH.latestVersion(false));
      listOffsetsVersion =
          versions.latestUsableVersion(
              ApiKeys.LIST_OFFSETS, OLDEST_LIST_OFFSETS, ApiKeys.LIST_OFFSETS.latestVersion(false));
    } catch (UnsupportedVersionException e) {
      refusal = e;
    }
  }

  boolean isConnected() {
    return connected;
  }

  int nextCorrelationId() {
    correlationId = correlationId + 1 & Integer.MAX_VALUE;
    return correlationId;
  }

  void asked(Asked request) {
    asked.addLast(request);
  }

  /** True if the broker owes an answer to a request of this kind. */
  boolean owes(ApiKeys api) {
    for (Asked request : asked) {
      if (request.api() == api) {
        return true;
      }
    }
    return false;
  }

  /** The request that waits for longest; null if none does. */
  Asked oldest() {
    return asked.peekFirst();
  }

  /** The broker answers in order. */
  Asked answered() {
    return asked.pollFirst();
  }

  /** All that is asked will have no answer. */
  void disconnected() {
    connected = false;
    for (Asked request; (request = asked.pollFirst()) != null; ) {
      request.failed().run();
    }
  }
}
