// Command kfake-broker is a Kafka that does as it is told, for tests: franz-go's fake cluster with
// faults that come by a line on standard input. It ends when standard input does.
//
//	error CODE COUNT        so many produce requests are answered with this error
//	close COUNT             so many are not taken: the connection is closed
//	drop COUNT              so many are taken, and the connection is closed instead of the answer
//	mute COUNT              so many are neither taken nor answered
//	delay COUNT MILLIS      so many are taken later
//	move TOPIC PARTITION N  the partition's leader is node N from now on
//	shuffle                 all partitions have other leaders
//	init CODE COUNT         so many requests for a producer id are answered with this error
//	clear                   no more of all that
//
// Each line is answered by one: "ok", or why not. The first line of all has the addresses.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var errClosed = errors.New("as told")

// dropping counts the answers that are to get lost.
var dropping atomic.Int64

type lossyListener struct{ net.Listener }

func (l lossyListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return lossyConn{conn}, nil
}

type lossyConn struct{ net.Conn }

func (c lossyConn) Write(bytes []byte) (int, error) {
	if dropping.Load() > 0 && dropping.Add(-1) >= 0 {
		c.Close()
		return 0, errClosed
	}
	return c.Conn.Write(bytes)
}

type broker struct {
	cluster *kfake.Cluster
	mu      sync.Mutex
	handles []*kfake.FaultHandle
	round   atomic.Int64
}

// control runs an action for the next so many produce requests, unless all is cleared before.
func (b *broker) control(count int, action func() (bool, error)) {
	round := b.round.Load()
	left := count
	b.cluster.ControlKey(int16(kmsg.Produce), func(kmsg.Request) (kmsg.Response, error, bool) {
		if left == 0 || b.round.Load() != round {
			b.cluster.DropControl()
			return nil, nil, false
		}
		left--
		b.cluster.KeepControl()
		handled, err := action()
		return nil, err, handled
	})
}

func (b *broker) fault(key kmsg.Key, code, count int) error {
	known := kerr.TypedErrorForCode(int16(code))
	if known == nil {
		return fmt.Errorf("there is no error %d", code)
	}
	fault := kfake.Fault{Keys: []kmsg.Key{key}, Err: known, Count: count}
	fault.TopLevel = key == kmsg.InitProducerID
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handles = append(b.handles, b.cluster.Fault(fault))
	return nil
}

func (b *broker) clear() {
	b.round.Add(1)
	dropping.Store(0)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, handle := range b.handles {
		handle.Remove()
	}
	b.handles = nil
}

func (b *broker) obey(words []string) error {
	numbers := make([]int, len(words))
	for i, word := range words {
		numbers[i], _ = strconv.Atoi(word)
	}
	switch words[0] {
	case "error":
		return b.fault(kmsg.Produce, numbers[1], numbers[2])
	case "init":
		return b.fault(kmsg.InitProducerID, numbers[1], numbers[2])
	case "close":
		b.control(numbers[1], func() (bool, error) { return true, errClosed })
	case "mute":
		b.control(numbers[1], func() (bool, error) { return true, nil })
	case "drop":
		b.control(numbers[1], func() (bool, error) { dropping.Add(1); return false, nil })
	case "delay":
		b.control(numbers[1], func() (bool, error) {
			b.cluster.SleepControl(func() { time.Sleep(time.Duration(numbers[2]) * time.Millisecond) })
			return false, nil
		})
	case "move":
		return b.cluster.MoveTopicPartition(words[1], int32(numbers[2]), int32(numbers[3]))
	case "shuffle":
		b.cluster.ShufflePartitionLeaders()
	case "clear":
		b.clear()
	default:
		return fmt.Errorf("nobody knows %q", words[0])
	}
	return nil
}

func main() {
	brokers := flag.Int("brokers", 3, "how many brokers there are")
	topics := flag.Int("topics", 1, "how many topics there are: t0, t1 ...")
	partitions := flag.Int("partitions", 4, "of each topic")
	flag.Parse()
	names := make([]string, *topics)
	for i := range names {
		names[i] = fmt.Sprintf("t%d", i)
	}
	cluster, err := kfake.NewCluster(
		kfake.NumBrokers(*brokers),
		kfake.SeedTopics(int32(*partitions), names...),
		kfake.ListenFn(func(network, address string) (net.Listener, error) {
			listener, err := net.Listen(network, address)
			return lossyListener{listener}, err
		}),
	)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer cluster.Close()
	fmt.Println(strings.Join(cluster.ListenAddrs(), ","))
	b := &broker{cluster: cluster}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if err := b.obey(strings.Fields(lines.Text())); err != nil {
			fmt.Println(err)
		} else {
			fmt.Println("ok")
		}
	}
}
