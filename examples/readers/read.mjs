#!/usr/bin/env node
// Prints the events of a topic, each once. Needs kafkajs and avsc; for topics with lz4, zstd or snappy a codec, too:
// https://kafka.js.org/docs/producing#compression. The gateway compresses if its settings say so.
//
//   node examples/readers/read.mjs 127.0.0.1:9092 my-group counter-events counter-event.avsc
import { readFileSync } from "node:fs";
import avro from "avsc";
import kafkajs from "kafkajs";

const [servers, group, topic, schemaFile] = process.argv.slice(2);
const type = avro.Type.forSchema(JSON.parse(readFileSync(schemaFile, "utf8")));
const kafka = new kafkajs.Kafka({ brokers: servers.split(","), logLevel: kafkajs.logLevel.WARN });
const consumer = kafka.consumer({ groupId: group });
// The last event ids, and who chose them; "" is in it if a record did not say whose id it is.
const seen = new Map();
await consumer.connect();
await consumer.subscribe({ topics: [topic], fromBeginning: true });
await consumer.run({
  eachMessage: async ({ message }) => {
    const id = message.headers["event-id"]?.toString();
    const caller = message.headers["idempotency"]?.subarray(0, 8).toString("hex") ?? "";
    const callers = seen.get(id) ?? new Set();
    // The same id is the same event, unless two clients chose it.
    if (callers.size > 0 && (caller === "" || callers.has("") || callers.has(caller))) return;
    // Single-object encoding: C3 01, eight bytes that name the schema, the datum.
    console.log(JSON.stringify(type.fromBuffer(message.value.subarray(10))));
    if (id !== undefined) seen.set(id, callers.add(caller));
    if (seen.size > 100_000) seen.delete(seen.keys().next().value); // a Map keeps its order
  },
});
