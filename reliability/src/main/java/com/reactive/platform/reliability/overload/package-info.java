/**
 * A gateway that is offered more than it can take, and one whose Kafka stands still: what it still
 * does, what it refuses and how fast, and what that costs in memory.
 */
package com.reactive.platform.reliability.overload;
