package com.reactive.platform.gateway.admin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Server-sent events: what happens now to everyone who listens, and what happened in the last hour
 * to whoever comes new. A listener that does not read as fast as that is dropped; what waits for it
 * is bounded by the channel's high-water mark and one message more.
 *
 * <p>Lives on the admin port's event loop.
 */
final class LiveFeed {
  private static final int MAX_POINTS = 300;
  private static final int MAX_MERGED = 360;

  /** The first message is large, and may need some seconds on a slow link. */
  private static final int MAX_MISSED = 15;

  private static final int MAX_MISSED_MERGED = 3;

  private static final String RETRY = "retry: 1000\n\n";

  private final int maxListeners;

  /** With the number of messages that each has missed one after the other. */
  private final Map<Channel, Integer> listeners = new LinkedHashMap<>();

  private final ArrayDeque<String> points = new ArrayDeque<>(MAX_POINTS);
  private final ArrayDeque<String> merged = new ArrayDeque<>(MAX_MERGED);
  private Supplier<String> latest;

  LiveFeed(int maxListeners) {
    this.maxListeners = maxListeners;
  }

  boolean isFull() {
    return listeners.size() >= maxListeners;
  }

  /** From now on the channel, whose response head is written, gets every message. */
  void add(Channel channel) {
    listeners.put(channel, 0);
    channel.closeFuture().addListener(closed -> listeners.remove(channel));
    StringBuilder first = new StringBuilder(RETRY).append("event: history\ndata: [");
    first.append(String.join(",", points)).append("]\n\nevent: hour\ndata: [");
    first.append(String.join(",", merged)).append("]\n\n");
    if (latest != null) {
      first.append(snapshotEvent(latest.get()));
    }
    channel.writeAndFlush(new DefaultHttpContent(bytes(first.toString())));
  }

  /**
   * To be called about once a second.
   *
   * @param point JSON without line ends: what the curves need, kept for {@value #MAX_POINTS} calls
   * @param mergedPoint the same of several calls together, of which {@value #MAX_MERGED} are kept;
   *     null if there is none this time
   * @param snapshot JSON without line ends: all there is to say now; asked on the event loop, and
   *     only if there is a listener
   */
  void publish(String point, String mergedPoint, Supplier<String> snapshot) {
    keep(points, point, MAX_POINTS);
    if (mergedPoint != null) {
      keep(merged, mergedPoint, MAX_MERGED);
    }
    latest = snapshot;
    if (listeners.isEmpty()) {
      return;
    }
    String news = "event: point\ndata: " + point + "\n\n";
    if (mergedPoint != null) {
      news += "event: merged\ndata: " + mergedPoint + "\n\n";
    }
    ByteBuf message = bytes(news + snapshotEvent(snapshot.get()));
    for (Channel channel : listeners.keySet().toArray(new Channel[0])) {
      if (channel.isWritable()) {
        int missed = listeners.replace(channel, 0);
        if (missed > 0) {
          channel.write(new DefaultHttpContent(bytes(missedPoints(missed))));
        }
        channel.writeAndFlush(new DefaultHttpContent(message.duplicate()));
      } else if (listeners.merge(channel, 1, Integer::sum) > MAX_MISSED) {
        channel.close();
      }
    }
  }

  /** The points before the latest that a listener has missed; some of the merged it may have. */
  private String missedPoints(int count) {
    StringBuilder events = new StringBuilder();
    points.stream()
        .skip(Math.max(0, points.size() - 1L - count))
        .limit(count)
        .forEach(point -> events.append("event: point\ndata: ").append(point).append("\n\n"));
    merged.stream()
        .skip(Math.max(0, merged.size() - MAX_MISSED_MERGED))
        .forEach(point -> events.append("event: merged\ndata: ").append(point).append("\n\n"));
    return events.toString();
  }

  private static void keep(ArrayDeque<String> kept, String one, int most) {
    if (kept.size() == most) {
      kept.remove();
    }
    kept.add(one);
  }

  /** Ends all streams in order, so that the readers know that nothing is missing. */
  void end() {
    for (Channel channel : listeners.keySet().toArray(new Channel[0])) {
      channel
          .writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
          .addListener(written -> channel.close());
    }
  }

  private static String snapshotEvent(String snapshot) {
    return "event: snapshot\ndata: " + snapshot + "\n\n";
  }

  /** On the heap and without a pool, so that it may be shared and nobody has to release it. */
  private static ByteBuf bytes(String text) {
    return Unpooled.unreleasableBuffer(
        Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8)));
  }
}
