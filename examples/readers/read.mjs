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
const seen = new Set(); // event id and caller of the last events: a repeat has both
await consumer.connect();
await consumer.subscribe({ topics: [topic], fromBeginning: true });
await consumer.run({
  eachMessage: async ({ message }) => {
    const id = message.headers["event-id"]?.toString();
    const key = id + (message.headers["idempotency"]?.subarray(0, 8).toString("hex") ?? "");
    if (id !== undefined && seen.has(key)) return;
    // Single-object encoding: C3 01, eight bytes that name the schema, the datum.
    console.log(JSON.stringify(type.fromBuffer(message.value.subarray(10))));
    seen.add(key);
    if (seen.size > 100_000) seen.delete(seen.values().next().value); // a Set keeps its order
  },
});
