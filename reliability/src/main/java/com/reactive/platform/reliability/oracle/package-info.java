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
 * The contract: 201 means once, at the named partition and offset; 503 and 4xx mean not at all; 504
 * and no answer mean at most once, as 202 does; 202 {@code spooled} means at least once. Nothing
 * here uses the gateway's code on the way of a request, so a mistake there is not made twice.
 */
package com.reactive.platform.reliability.oracle;
