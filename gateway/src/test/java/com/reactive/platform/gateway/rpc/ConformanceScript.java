package com.reactive.platform.gateway.rpc;

import static com.reactive.platform.gateway.rpc.ConformanceMessages.add;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.get;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.has;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.list;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.newMessage;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.set;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the suite expects of its service: each call says itself how it is to be answered. Runs on a
 * thread of its own, since calls also say how long that takes; ends when the call is interrupted.
 */
final class ConformanceScript {
  /** One call, as the script sees it. */
  interface Client {
    /** The next request; null behind the last. Blocks. */
    Message next() throws IOException, InterruptedException;

    /** The names and values of the request's headers, the deadline, the query of a GET. */
    DynamicMessage.Builder requestInfo();

    /** To be sent in front of the first response. */
    void headers(List<Message> headers);

    /** To be sent behind the last response. */
    void trailers(List<Message> trailers);

    void send(Message response) throws IOException;

    void finish();

    /** Ends the call with an error of the suite, to whose details these are added. */
    void fail(Message error, List<Message> details);
  }

  private final String method;
  private final Client client;
  private final List<Any> unanswered = new ArrayList<>();
  private int responses;

  ConformanceScript(String method, Client client) {
    this.method = method;
    this.client = client;
  }

  void run() throws IOException, InterruptedException {
    switch (method) {
      case "ServerStream", "BidiStream" -> stream();
      default -> one();
    }
  }

  /** Takes all requests, sends one response. */
  private void one() throws IOException, InterruptedException {
    Message first = receive();
    Message more = first;
    while (more != null) {
      more = receive();
    }
    Message definition =
        first != null && has(first, "response_definition")
            ? get(first, "response_definition")
            : null;
    DynamicMessage.Builder info = takeInfo();
    if (definition == null) {
      send(null, info);
      client.finish();
      return;
    }
    prepare(definition);
    delay(definition);
    if (has(definition, "error")) {
      client.fail(get(definition, "error"), List.of(info.build()));
      return;
    }
    send(get(definition, "response_data"), info);
    client.finish();
  }

  private void stream() throws IOException, InterruptedException {
    Message first = receive();
    if (first == null || !has(first, "response_definition")) {
      while (receive() != null) {}
      client.finish();
      return;
    }
    Message definition = get(first, "response_definition");
    boolean fullDuplex = method.equals("BidiStream") && (boolean) get(first, "full_duplex");
    List<ByteString> data = new ArrayList<>(get(definition, "response_data"));
    prepare(definition);
    if (fullDuplex) {
      Message request = first;
      while (request != null && responses < data.size()) {
        delay(definition);
        send(data.get(responses), responses == 0 ? takeInfo() : takeRequests());
        request = receive();
      }
    } else {
      while (receive() != null) {}
    }
    while (responses < data.size()) {
      delay(definition);
      send(data.get(responses), responses == 0 ? takeInfo() : null);
    }
    if (has(definition, "error")) {
      client.fail(
          get(definition, "error"), responses == 0 ? List.of(takeInfo().build()) : List.of());
    } else {
      client.finish();
    }
  }

  private Message receive() throws IOException, InterruptedException {
    Message request = client.next();
    if (request != null) {
      unanswered.add(Any.pack(request));
    }
    return request;
  }

  private void prepare(Message definition) {
    client.headers(list(definition, "response_headers"));
    client.trailers(list(definition, "response_trailers"));
  }

  private DynamicMessage.Builder takeInfo() {
    return addRequests(client.requestInfo());
  }

  private DynamicMessage.Builder takeRequests() {
    return addRequests(newMessage("ConformancePayload.RequestInfo"));
  }

  private DynamicMessage.Builder addRequests(DynamicMessage.Builder info) {
    for (Any request : unanswered) {
      add(info, "requests", request);
    }
    unanswered.clear();
    return info;
  }

  private void send(ByteString data, DynamicMessage.Builder info) throws IOException {
    DynamicMessage.Builder payload = newMessage("ConformancePayload");
    if (data != null) {
      set(payload, "data", data);
    }
    if (info != null) {
      set(payload, "request_info", info.build());
    }
    client.send(set(newMessage(method + "Response"), "payload", payload.build()).build());
    responses++;
  }

  /** The suite says how long a response takes. */
  private static void delay(Message definition) throws InterruptedException {
    Thread.sleep((int) get(definition, "response_delay_ms"));
  }
}
