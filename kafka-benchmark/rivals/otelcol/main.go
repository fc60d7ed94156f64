// Command otelcol is an OpenTelemetry Collector with nothing but an OTLP receiver and a Kafka exporter, so that it is a
// gateway from HTTP to Kafka: a log record's body becomes a record, and the answer waits for the acknowledgement.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/kafkaexporter"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/yamlprovider"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/service/telemetry/otelconftelemetry"
)

const startTimeout = 60 * time.Second

// What differs from the defaults: all replicas instead of the leader, answers that wait instead of a queue that answers
// early, and no lingering for a record that is waited for.
const config = `
receivers:
  otlp: {protocols: {http: {endpoint: "%s"}}}
exporters:
  kafka:
    brokers: [%s]
    logs: {topic: "%s", encoding: raw}
    producer: {required_acks: -1, linger: %dms}
    sending_queue: {enabled: false}
    retry_on_failure: {enabled: false}
service:
  telemetry: {logs: {level: error}, metrics: {level: none}}
  pipelines:
    logs: {receivers: [otlp], exporters: [kafka]}
`

func main() {
	log.SetFlags(0)
	bootstrap := flag.String("bootstrap", "", "bootstrap servers of Kafka, `HOST:PORT,...`")
	topic := flag.String("topic", "", "topic that is there already")
	port := flag.Uint("port", 0, "where to listen on the loopback address; 0 is any free port")
	lingerMillis := flag.Int("linger-ms", 0, "how long a record may wait for others; less than 0 is 0")
	flag.Parse()
	if *bootstrap == "" || *topic == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "--bootstrap and --topic must be given, and nothing but flags")
		flag.Usage()
		os.Exit(2)
	}
	if *port == 0 {
		*port = freePort()
	}
	address := fmt.Sprintf("127.0.0.1:%d", *port)
	linger := max(*lingerMillis, 0)
	yaml := fmt.Sprintf(config, address, *bootstrap, *topic, linger)
	go func() { log.Fatal(otelcol.NewCommand(settings(yaml)).Execute()) }()
	awaitListening(address)
	fmt.Printf("port=%d acks=all linger-ms=%d async=false gomaxprocs=%d go=%s%s\n",
		*port, linger, runtime.GOMAXPROCS(0), runtime.Version(), versions())
	tellSpent()
}

// tellSpent prints, for each line of the standard input, what was spent so far, until that ends.
func tellSpent() {
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		metrics.Read(allocated)
		fmt.Printf("allocated-bytes=%d\n", allocated[0].Value.Uint64())
	}
}

func settings(yaml string) otelcol.CollectorSettings {
	os.Args = []string{os.Args[0]} // the flags were ours
	return otelcol.CollectorSettings{
		BuildInfo: component.BuildInfo{Command: "otelcol"},
		Factories: func() (factories otelcol.Factories, err error) {
			factories.Telemetry = otelconftelemetry.NewFactory()
			if factories.Receivers, err = otelcol.MakeFactoryMap[receiver.Factory](otlpreceiver.NewFactory()); err != nil {
				return
			}
			factories.Exporters, err = otelcol.MakeFactoryMap[exporter.Factory](kafkaexporter.NewFactory())
			return
		},
		ConfigProviderSettings: otelcol.ConfigProviderSettings{ResolverSettings: confmap.ResolverSettings{
			URIs:              []string{"yaml:" + yaml},
			DefaultScheme:     "yaml",
			ProviderFactories: []confmap.ProviderFactory{yamlprovider.NewFactory()},
		}},
	}
}

func freePort() uint {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	defer listener.Close()
	return uint(listener.Addr().(*net.TCPAddr).Port)
}

func awaitListening(address string) {
	for deadline := time.Now().Add(startTimeout); ; time.Sleep(50 * time.Millisecond) {
		connection, err := net.Dial("tcp", address)
		if err == nil {
			connection.Close()
			return
		}
		if time.Now().After(deadline) {
			log.Fatal(err)
		}
	}
}

func versions() string {
	text := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if strings.HasSuffix(module.Path, "/kafkaexporter") {
				text += " kafkaexporter=" + module.Version
			}
		}
	}
	return text
}
