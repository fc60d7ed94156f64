#!/bin/bash
exec java ${KAFKA_HEAP_OPTS:--Xmx128m} -cp '/opt/kafka/libs/*' org.apache.kafka.tools.BrokerApiVersionsCommand "$@"
