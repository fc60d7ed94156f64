/**
 * Several gateways behind a proxy, clients that send again, and the duplicates that are left: by
 * routing, and by the scope of the gateways' windows of idempotency keys.
 */
package com.reactive.platform.reliability.replica;
