// Package counter is what the rivals have in common: flags, the franz-go client, and the way of one event. What they
// differ in is the HTTP library.
package counter

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

const (
	Path         = "/api/counter"
	ContentType  = "application/json"
	MaxBodyBytes = 1 << 20

	pingTimeout     = 15 * time.Second
	deliveryTimeout = 30 * time.Second
	idChars         = 32
	produceKey      = 0 // of the protocol
	lengthDelimited = 2 // of protobuf
)

// Log takes events and has Kafka store them. From any goroutine.
type Log struct {
	client *kgo.Client
	topic  string
	async  bool
	events sync.Pool
	lost   sync.Once
}

// Run reads the flags, connects, says where it listens, and serves until the standard input ends: so it never outlives
// whoever started it.
func Run(serve func(net.Listener, *Log) error) {
	log.SetFlags(0)
	bootstrap := flag.String("bootstrap", "", "bootstrap servers of Kafka, `HOST:PORT,...`")
	topic := flag.String("topic", "", "topic that is there already")
	port := flag.Uint("port", 0, "where to listen on the loopback address; 0 is any free port")
	async := flag.Bool("async", false, "answer 202 before Kafka has acknowledged")
	lingerMillis := flag.Int("linger-ms", -1,
		"how long a record may wait for others; -1 is the client's default with --async, else 0")
	flag.Parse()
	if *bootstrap == "" || *topic == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "--bootstrap and --topic must be given, and nothing but flags")
		flag.Usage()
		os.Exit(2)
	}
	if *lingerMillis < 0 && !*async {
		*lingerMillis = 0 // what the client's own ProduceSync does: nobody lingers for a record that is waited for
	}
	client := connect(strings.Split(*bootstrap, ","), *topic, *lingerMillis)
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	go func() { log.Fatal(serve(listener, newLog(client, *topic, *async))) }()
	fmt.Printf("port=%d acks=all linger-ms=%v async=%v gomaxprocs=%d go=%s%s\n",
		listener.Addr().(*net.TCPAddr).Port, client.OptValue(kgo.ProducerLinger).(time.Duration).Milliseconds(),
		*async, runtime.GOMAXPROCS(0), runtime.Version(), versions())
	tellSpent()
}

// What was sent to Kafka so far.
var requests, records atomic.Int64

// traffic counts produce requests and their records, as the client tells of them.
type traffic struct{}

func (traffic) OnBrokerWrite(_ kgo.BrokerMetadata, key int16, _ int, _, _ time.Duration, err error) {
	if key == produceKey && err == nil {
		requests.Add(1)
	}
}

func (traffic) OnProduceBatchWritten(_ kgo.BrokerMetadata, _ string, _ int32, batch kgo.ProduceBatchMetrics) {
	records.Add(int64(batch.NumRecords))
}

// tellSpent prints, for each line of the standard input, what was spent so far, until that ends.
func tellSpent() {
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		metrics.Read(allocated)
		fmt.Printf("allocated-bytes=%d requests=%d records=%d\n",
			allocated[0].Value.Uint64(), requests.Load(), records.Load())
	}
}

// connect gives a client as it comes: idempotent, acks=all. It does not compress, because the gateway does not either.
func connect(bootstrap []string, topic string, lingerMillis int) *kgo.Client {
	options := []kgo.Opt{
		kgo.SeedBrokers(bootstrap...),
		kgo.DefaultProduceTopic(topic),
		kgo.ProducerBatchCompression(kgo.NoCompression()),
		kgo.RecordDeliveryTimeout(deliveryTimeout),
		kgo.WithHooks(traffic{}),
	}
	if lingerMillis >= 0 {
		options = append(options, kgo.ProducerLinger(time.Duration(lingerMillis)*time.Millisecond))
	}
	client, err := kgo.NewClient(options...)
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
	defer cancel()
	if err := client.Ping(ctx); err != nil {
		log.Fatalf("Kafka does not answer at %v: %v", bootstrap, err)
	}
	return client
}

func versions() string {
	text := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if name := module.Path[strings.LastIndexByte(module.Path, '/')+1:]; name == "franz-go" || name == "fasthttp" || name == "connect" {
				text += " " + name + "=" + module.Version
			}
		}
	}
	return text
}

// Event is one on its way. It is used again: whoever got it releases it, and does not touch it after that.
type Event struct {
	Body   []byte
	Answer []byte

	log     *Log
	record  kgo.Record
	headers [1]kgo.RecordHeader
	ids     [2 * idChars]byte
	users   atomic.Int32
	told    chan error
	tell    func(*kgo.Record, error)
	forget  func(*kgo.Record, error)
}

func newLog(client *kgo.Client, topic string, async bool) *Log {
	l := &Log{client: client, topic: topic, async: async}
	l.events.New = func() any {
		e := &Event{log: l, told: make(chan error, 1)}
		e.tell = func(_ *kgo.Record, err error) { e.told <- err }
		e.forget = e.whenStored
		return e
	}
	return l
}

// Event gives one with an empty body.
func (l *Log) Event() *Event {
	e := l.events.Get().(*Event)
	e.users.Store(1)
	return e
}

// Store sends the body to Kafka and returns the status of the answer: 201 and where it is, 202 if that is not waited
// for, 504 if nobody knows whether it is there.
func (e *Event) Store() int {
	e.newIDs()
	e.headers[0] = kgo.RecordHeader{Key: "event-id", Value: e.ids[idChars:]}
	e.record = kgo.Record{Value: e.Body, Headers: e.headers[:]}
	e.Answer = append(e.Answer[:0], `{"requestId":"`...)
	e.Answer = append(e.Answer, e.ids[:idChars]...)
	e.Answer = append(e.Answer, `","eventId":"`...)
	e.Answer = append(e.Answer, e.ids[idChars:]...)
	if e.log.async {
		e.Answer = append(e.Answer, `"}`...)
		e.users.Add(1)
		e.log.client.Produce(context.Background(), &e.record, e.forget)
		return 202
	}
	e.log.client.Produce(context.Background(), &e.record, e.tell)
	if err := <-e.told; err != nil {
		e.Answer = append(e.Answer, `","error":`...)
		e.Answer = strconv.AppendQuote(e.Answer, err.Error())
		e.Answer = append(e.Answer, '}')
		return 504
	}
	e.Answer = append(e.Answer, `","topic":"`...)
	e.Answer = append(e.Answer, e.log.topic...)
	e.Answer = append(e.Answer, `","partition":`...)
	e.Answer = strconv.AppendInt(e.Answer, int64(e.record.Partition), 10)
	e.Answer = append(e.Answer, `,"offset":`...)
	e.Answer = strconv.AppendInt(e.Answer, e.record.Offset, 10)
	e.Answer = append(e.Answer, '}')
	return 201
}

// Published is the answer to an event that is stored, as a PublishResponse of protobuf.
func (e *Event) Published() []byte {
	response := make([]byte, 0, 160)
	for field, text := range []string{string(e.ids[:idChars]), string(e.ids[idChars:]), e.log.topic} {
		response = append(response, byte((field+1)<<3|lengthDelimited), byte(len(text)))
		response = append(response, text...)
	}
	response = binary.AppendUvarint(append(response, 4<<3), uint64(e.record.Partition))
	return binary.AppendUvarint(append(response, 5<<3), uint64(e.record.Offset))
}

// whenStored hears of an event whose answer may have been given long ago.
func (e *Event) whenStored(_ *kgo.Record, err error) {
	if err != nil {
		e.log.lost.Do(func() { log.Printf("the first event that was answered with 202 and is lost: %v", err) })
	}
	e.Release()
}

// Release gives the event back once both the handler and the client are done with it.
func (e *Event) Release() {
	if e.users.Add(-1) == 0 {
		e.Body = e.Body[:0]
		e.log.events.Put(e)
	}
}

func (e *Event) newIDs() {
	var random [idChars]byte
	for i := 0; i < len(random); i += 8 {
		binary.LittleEndian.PutUint64(random[i:], rand.Uint64())
	}
	hex.Encode(e.ids[:], random[:])
}
