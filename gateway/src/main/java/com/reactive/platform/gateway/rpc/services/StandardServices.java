package com.reactive.platform.gateway.rpc.services;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.reactive.platform.gateway.rpc.RpcMethod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** The services that gRPC itself defines: health checking and server reflection. */
public final class StandardServices {
  private static final FileDescriptor HEALTH = ServiceFiles.health();
  private static final FileDescriptor ERROR_DETAILS = ServiceFiles.errorDetails();
  private static final List<FileDescriptor> REFLECTION =
      List.of(ServiceFiles.reflection("v1"), ServiceFiles.reflection("v1alpha"));

  private StandardServices() {}

  /**
   * Their methods.
   *
   * @param reflects with reflection
   * @param files those of all other services
   * @param health the status of one of those by its full name, and of all together by the empty
   *     name; called on event loops, must not block
   */
  public static List<RpcMethod> methods(
      boolean reflects, Collection<FileDescriptor> files, Function<String, HealthStatus> health) {
    List<RpcMethod> methods = new ArrayList<>();
    methods.add(new HealthMethod(false, health));
    methods.add(new HealthMethod(true, health));
    if (reflects) {
      List<FileDescriptor> all = new ArrayList<>(files);
      all.add(HEALTH);
      all.addAll(REFLECTION);
      all.add(ERROR_DETAILS); // Clients that print a status ask for what is in it.
      ReflectionFiles reflected = new ReflectionFiles(all);
      REFLECTION.forEach(version -> methods.add(new ReflectionMethod(version, reflected)));
    }
    return methods;
  }
}
