module rivals

go 1.26.0

require (
	connectrpc.com/connect v1.21.1
	github.com/twmb/franz-go v1.22.2
	github.com/valyala/fasthttp v1.74.0
)

require (
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/molecule-man/go-brrr v1.0.1 // indirect
	github.com/pierrec/lz4/v4 v4.1.33 // indirect
	github.com/twmb/franz-go/pkg/kmsg v1.15.0 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	google.golang.org/protobuf v1.36.11 // indirect
)
