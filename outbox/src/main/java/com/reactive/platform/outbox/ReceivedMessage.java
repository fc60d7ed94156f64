package com.reactive.platform.outbox;

/**
 * A message of the server, as far as feedback is concerned.
 *
 * @param lsn its position
 * @param wantsReply it asks for feedback
 */
record ReceivedMessage(long lsn, boolean wantsReply) {}
