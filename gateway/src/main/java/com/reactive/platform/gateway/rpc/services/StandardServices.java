package com.reactive.platform.gateway.rpc.services;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.reactive.platform.gateway.rpc.RpcMethod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** The services that gRPC itself defines: health checking and server reflection. */
public final class StandardServices {
  private StandardServices() {}

  /**
   * Their methods.
   *
   * @param reflects with reflection
   * @param files makes those of all other services; called when reflection is first asked, by
   *     another thread
   * @param health the status of one of those by its full name, and of all together by the empty
   *     name; called on event loops, must not block
   */
  public static List<RpcMethod> methods(
      boolean reflects,
      Supplier<? extends Collection<FileDescriptor>> files,
      Function<String, HealthStatus> health) {
    List<RpcMethod> methods = new ArrayList<>();
    methods.add(new HealthMethod(false, health));
    methods.add(new HealthMethod(true, health));
    if (reflects) {
      ReflectionResponses responses = new ReflectionResponses(files);
      for (String version : ReflectionResponses.VERSIONS) {
        methods.add(new ReflectionMethod(version, responses));
      }
    }
    return methods;
  }
}
