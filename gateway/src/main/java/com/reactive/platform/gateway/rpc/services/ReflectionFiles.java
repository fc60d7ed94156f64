package com.reactive.platform.gateway.rpc.services;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.GenericDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The .proto files of the services, by their names and by what they define. Immutable. */
final class ReflectionFiles {
  private final Map<String, FileDescriptor> byName = new HashMap<>();
  private final Map<String, FileDescriptor> bySymbol = new HashMap<>();
  private final List<String> services = new ArrayList<>();

  /**
   * @param files those of the services; what they import is added
   */
  ReflectionFiles(Collection<FileDescriptor> files) {
    files.forEach(this::add);
  }

  private void add(FileDescriptor file) {
    if (byName.putIfAbsent(file.getName(), file) != null) {
      return;
    }
    file.getDependencies().forEach(this::add);
    file.getMessageTypes().forEach(this::add);
    file.getEnumTypes().forEach(this::add);
    for (ServiceDescriptor service : file.getServices()) {
      services.add(service.getFullName());
      addSymbol(service);
      service.getMethods().forEach(this::addSymbol);
    }
  }

  private void add(Descriptor message) {
    addSymbol(message);
    message.getFields().forEach(this::addSymbol);
    message.getNestedTypes().forEach(this::add);
    message.getEnumTypes().forEach(this::add);
  }

  private void add(EnumDescriptor type) {
    addSymbol(type);
    type.getValues().forEach(this::addSymbol);
  }

  private void addSymbol(GenericDescriptor symbol) {
    bySymbol.put(symbol.getFullName(), symbol.getFile());
  }

  /** Full names of all services. */
  List<String> services() {
    return services;
  }

  /** The file of this name and what it imports, as protobuf; empty if there is none. */
  List<ByteString> named(String name) {
    return withImports(byName.get(name));
  }

  /** The file that defines this full name and what it imports; empty if there is none. */
  List<ByteString> defining(String symbol) {
    return withImports(bySymbol.get(symbol));
  }

  private static List<ByteString> withImports(FileDescriptor file) {
    Map<String, ByteString> found = new LinkedHashMap<>();
    if (file != null) {
      collect(file, found);
    }
    return List.copyOf(found.values());
  }

  private static void collect(FileDescriptor file, Map<String, ByteString> found) {
    if (!found.containsKey(file.getName())) {
      found.put(file.getName(), file.toProto().toByteString());
      file.getDependencies().forEach(each -> collect(each, found));
    }
  }
}
