package com.reactive.platform.gateway.http;

/** Carries the responses to the requests that a connection reads. All on its event loop. */
interface ResponseCarrier {
  /** A request begins; its response is pending from now on. */
  void add(Exchange exchange);

  /** Sends a 100 for this request, the one that is read. */
  void sendContinue(Exchange exchange);

  /** The response of this exchange is made by a call; this carries it. */
  CallTransport carry(Exchange exchange);

  /** Decides the response, if that was not done before. Does not flush. */
  void respond(Exchange exchange, Response response);

  /** The response to this exchange is the last one: what follows its request cannot be read. */
  void closeAfter(Exchange exchange);

  /** The request is complete, or the rest of it is ignored. */
  void completeRequest();

  /** The rest of the request cannot be read; its response was decided before. */
  void closeAfterPending();
}
