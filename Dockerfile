# The gateway as an image: `docker build -t reactive-gateway .`
# `deploy/image/check` builds and runs it without a Docker engine. See docs/operations.md.

# JDK 17 is what the build's static checks run on.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
# The poms first: while they are unchanged, the layer with the downloads is cached.
COPY pom.xml ./
COPY microbatch/pom.xml microbatch/
COPY kafka-embedded/pom.xml kafka-embedded/
COPY kafka-wire/pom.xml kafka-wire/
COPY event-reader/pom.xml event-reader/
COPY gateway/pom.xml gateway/
COPY outbox/pom.xml outbox/
COPY testbed/pom.xml testbed/
COPY cli/pom.xml cli/
COPY http-reference/pom.xml http-reference/
COPY kafka-benchmark/pom.xml kafka-benchmark/
COPY reliability/pom.xml reliability/
RUN mvn -B -ntp -q -Dlean -pl cli -am package || true
COPY . .
RUN deploy/dist

FROM eclipse-temurin:25-jre
LABEL org.opencontainers.image.title="reactive-gateway" \
      org.opencontainers.image.description="HTTP ingestion gateway for Kafka" \
      org.opencontainers.image.licenses="Apache-2.0"
# A numeric user, so that Kubernetes can verify that it is not root.
RUN groupadd --gid 10001 reactive && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin reactive \
 && install -d -o 10001 -g 10001 /var/lib/reactive
# Libraries rarely change, so they have a layer of their own.
COPY --from=build /src/target/dist/reactive/lib/ /opt/reactive/lib/
COPY --from=build /src/target/dist/reactive/app/ /opt/reactive/app/
COPY --from=build /src/target/dist/reactive/cds/ /opt/reactive/cds/
COPY --from=build /src/target/dist/reactive/reactive /opt/reactive/
# Creates the class data archive and the options of this JVM. Without an archive, only the start is slower.
RUN /opt/reactive/reactive --archive || test -s /opt/reactive/cds/java.options
USER 10001:10001
WORKDIR /var/lib/reactive
# Calibration data and schema ids. /tmp gets the native libraries that jars carry, so it must be executable.
VOLUME ["/var/lib/reactive", "/tmp"]
ENV REACTIVE_BATCH_CALIBRATION_FILE=/var/lib/reactive/calibration.db \
    REACTIVE_REGISTRY_CACHE_FILE=/var/lib/reactive/schema-ids.json \
    REACTIVE_HTTP_HOST=0.0.0.0 \
    REACTIVE_ADMIN_HOST=0.0.0.0 \
    JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=50"
# Both ports refuse to listen on 0.0.0.0 without authentication: see docs/operations.md.
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
# None: probe /livez and /readyz on 9464 from outside. A check inside would need a shell or a second JVM.
HEALTHCHECK NONE
# Exec form: SIGTERM reaches the JVM, which is process 1.
ENTRYPOINT ["java", "@/opt/reactive/cds/java.options", "com.reactive.platform.cli.ReactiveCli"]
CMD ["serve"]
