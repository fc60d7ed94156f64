package com.reactive.platform.gateway.rpc.services;

import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What server reflection responds. The descriptors are made by the first request: to make them,
 * protobuf loads some hundred classes, which most gateways never need. Thread-safe.
 */
final class ReflectionResponses {
  /** Those that clients ask for. */
  static final List<String> VERSIONS = List.of("v1", "v1alpha");

  private static final Logger LOG = LoggerFactory.getLogger(ReflectionResponses.class);

  private final Supplier<? extends Collection<FileDescriptor>> files;
  private CompletableFuture<FileResponder> responder;

  /**
   * @param files makes the files of all services but gRPC's own; called by another thread
   */
  ReflectionResponses(Supplier<? extends Collection<FileDescriptor>> files) {
    this.files = files;
  }

  /** What responds, as soon as it is made; that takes too long for an event loop. */
  synchronized CompletableFuture<FileResponder> responder() {
    if (responder == null) {
      responder =
          CompletableFuture.supplyAsync(this::make)
              .whenComplete(
                  (made, fault) -> {
                    if (fault != null) {
                      LOG.error("Server reflection does not know the services", fault);
                    }
                  });
    }
    return responder;
  }

  private FileResponder make() {
    List<FileDescriptor> all = new ArrayList<>(files.get());
    all.add(ServiceFiles.health());
    List<FileDescriptor> reflection = VERSIONS.stream().map(ServiceFiles::reflection).toList();
    all.addAll(reflection);
    all.add(ServiceFiles.errorDetails()); // Clients that print a status ask for what is in it.
    return new FileResponder(reflection.get(0), new ReflectionFiles(all));
  }
}
