// The reader franz-go of "bench reading": for each line of the standard input it reads the topic from its begin to its
// end, and prints what it read.
package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

const idFrom = 24

func main() {
	log.SetFlags(0)
	if len(os.Args) != 5 {
		log.Fatal("bootstrap servers, topic, partitions and records must be given")
	}
	partitions, records := number(os.Args[3]), number(os.Args[4])
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		read(strings.Split(os.Args[1], ","), os.Args[2], partitions, records)
	}
}

func number(text string) int {
	number, err := strconv.Atoi(text)
	if err != nil {
		log.Fatal(err)
	}
	return number
}

func read(bootstrap []string, topic string, partitions, records int) {
	allocatedBefore, start := allocated(), time.Now()
	offsets := make(map[int32]kgo.Offset, partitions)
	for partition := range partitions {
		offsets[int32(partition)] = kgo.NewOffset().AtStart()
	}
	client, err := kgo.NewClient(
		kgo.SeedBrokers(bootstrap...),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: offsets}),
	)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	count, sum := 0, int64(0)
	for count < records {
		fetches := client.PollFetches(context.Background())
		if err := fetches.Err(); err != nil {
			log.Fatal(err)
		}
		fetches.EachRecord(func(record *kgo.Record) {
			for _, header := range record.Headers {
				if header.Key == "event-id" {
					sum += int64(binary.BigEndian.Uint64(header.Value[idFrom:]))
					break
				}
			}
			count++
		})
	}
	fmt.Printf("records=%d sum=%d nanos=%d allocated-bytes=%d\n",
		count, sum, time.Since(start).Nanoseconds(), allocated()-allocatedBefore)
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
