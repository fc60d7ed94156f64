package com.reactive.platform.gateway.admin;

import java.util.Map;
import java.util.concurrent.Executor;

/**
 * The parts that the connections of the admin port share.
 *
 * @param pool runs handlers that may block
 * @param feed belongs to the port's event loop
 */
record AdminContext(
    Map<String, Endpoint> endpoints, RequestGuard guard, Executor pool, LiveFeed feed) {}
