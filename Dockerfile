# The gateway as an image: `docker build -t reactive-gateway .`
# `deploy/image/check` builds and runs it without a Docker engine. See docs/operations.md.

# JDK 17 is what the build's static checks run on.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
# The poms first: as long as they stay, so does the layer with everything that Maven downloads.
COPY pom.xml ./
COPY microbatch/pom.xml microbatch/
COPY kafka-embedded/pom.xml kafka-embedded/
COPY gateway/pom.xml gateway/
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
      org.opencontainers.image.description="HTTP to Kafka, with answers that tell the truth about durability" \
      org.opencontainers.image.licenses="Apache-2.0"
# A number, so that Kubernetes can see that it is not root.
RUN groupadd --gid 10001 reactive && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin reactive \
 && install -d -o 10001 -g 10001 /var/lib/reactive
# Libraries change seldom, so they are a layer apart.
COPY --from=build /src/target/dist/reactive/lib/ /opt/reactive/lib/
COPY --from=build /src/target/dist/reactive/app/ /opt/reactive/app/
COPY --from=build /src/target/dist/reactive/cds/ /opt/reactive/cds/
COPY --from=build /src/target/dist/reactive/reactive /opt/reactive/
# The classes read and checked beforehand, for this JVM; and the JVM's options. Without an archive the start takes longer, no more.
RUN /opt/reactive/reactive --archive || test -s /opt/reactive/cds/java.options
USER 10001:10001
WORKDIR /var/lib/reactive
# What was learned of batching, and the ids of the schema registry; /tmp takes the native libraries of SQLite and the compressors, so it must allow execution.
VOLUME ["/var/lib/reactive", "/tmp"]
ENV REACTIVE_BATCH_CALIBRATION_FILE=/var/lib/reactive/calibration.db \
    REACTIVE_REGISTRY_CACHE_FILE=/var/lib/reactive/schema-ids.json \
    REACTIVE_HTTP_HOST=0.0.0.0 \
    REACTIVE_ADMIN_HOST=0.0.0.0 \
    JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=50"
# Both ports refuse to open on 0.0.0.0 until it is settled who may use them: see docs/operations.md.
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
# None here: /livez and /readyz on 9464 are asked from outside, and a check from inside would need a shell or a second JVM.
HEALTHCHECK NONE
# Exec form: SIGTERM reaches the JVM, which is process 1.
ENTRYPOINT ["java", "@/opt/reactive/cds/java.options", "com.reactive.platform.cli.ReactiveCli"]
CMD ["serve"]
