// Prints the events of a topic, each once.
//
//	go run . 127.0.0.1:9092 my-group counter-events counter-event.avsc
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/hamba/avro/v2"
	"github.com/twmb/franz-go/pkg/kgo"
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
	return value
}

func main() {
	servers, group, topic, file := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	schema := must(avro.Parse(string(must(os.ReadFile(file)))))
	client := must(kgo.NewClient(kgo.SeedBrokers(strings.Split(servers, ",")...), kgo.ConsumerGroup(group),
		kgo.ConsumeTopics(topic), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.DisableAutoCommit()))
	// The last event ids, and who chose them; "" is in it if a record did not say whose id it is.
	seen, order := map[string]map[string]bool{}, []string{}
	for {
		client.PollFetches(context.Background()).EachRecord(func(record *kgo.Record) {
			id, caller := "", ""
			for _, header := range record.Headers {
				if header.Key == "event-id" {
					id = string(header.Value)
				} else if header.Key == "idempotency" && len(header.Value) == 16 {
					caller = string(header.Value[:8])
				}
			}
			callers := seen[id]
			// The same id is the same event, unless two clients chose it.
			if len(callers) > 0 && (caller == "" || callers[""] || callers[caller]) {
				return
			}
			// Single-object encoding: C3 01, eight bytes that name the schema, the datum.
			var event map[string]any
			must(0, avro.Unmarshal(schema, record.Value[10:], &event))
			fmt.Println(string(must(json.Marshal(event))))
			if id == "" {
				return
			}
			if callers == nil {
				callers = map[string]bool{}
				seen[id], order = callers, append(order, id)
			}
			callers[caller] = true
			if len(order) > 100_000 {
				delete(seen, order[0])
				order = order[1:]
			}
		})
		must(0, client.CommitUncommittedOffsets(context.Background()))
	}
}
