package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.kafka.wire.WireClient;
import io.netty.channel.EventLoop;

/** What the log is read with: a client, and the loop that readers live on. */
record LogSession(WireClient client, EventLoop loop) {}
