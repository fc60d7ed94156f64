/**
 * The oracle: a client in a process of its own that journals every request before it is sent and
 * every answer, and a check that compares the journals with all that is in the topic.
 *
 * <pre>
 * OracleLoad ─ starts ─> OracleMain ─ requests ─> gateway ──> topic
 *                            │                                  │
 *                            └─ journal files ──> OracleCheck <─┘ ──> OracleVerdict
 * </pre>
 *
 * The contract is {@link com.reactive.platform.testbed.ResponseContract}. A 201 names partition and
 * offset besides, and a 202 {@code spooled} means at least once. Nothing here uses the gateway's
 * code on the way of a request, so a mistake there is not made twice.
 */
package com.reactive.platform.reliability.oracle;
