package com.reactive.platform.gateway.rpc.services;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.reactive.platform.gateway.rpc.RpcCode;
import java.io.IOException;
import java.util.List;

/**
 * Responds to requests of server reflection; all its versions have the same messages. Immutable.
 */
final class FileResponder {
  private final ReflectionFiles files;
  private final Descriptor request;
  private final Descriptor response;

  /**
   * @param service the file of the reflection service, of any version
   */
  FileResponder(FileDescriptor service, ReflectionFiles files) {
    this.files = files;
    request = service.findMessageTypeByName("ServerReflectionRequest");
    response = service.findMessageTypeByName("ServerReflectionResponse");
  }

  byte[] respond(byte[] message) throws IOException {
    return respond(DynamicMessage.parseFrom(request, message)).toByteArray();
  }

  private Message respond(Message asked) {
    DynamicMessage.Builder answer = DynamicMessage.newBuilder(response);
    set(answer, "valid_host", asked.getField(request.findFieldByName("host")));
    set(answer, "original_request", asked);
    FieldDescriptor what = asked.getOneofFieldDescriptor(request.getOneofs().get(0));
    String name = what == null ? "" : what.getName();
    switch (name) {
      case "list_services" -> set(answer, "list_services_response", services());
      case "file_by_filename" -> setFiles(answer, files.named((String) asked.getField(what)));
      case "file_containing_symbol" ->
          setFiles(answer, files.defining((String) asked.getField(what)));
      case "file_containing_extension", "all_extension_numbers_of_type" ->
          setError(answer, RpcCode.NOT_FOUND, "there are no extensions");
      default -> setError(answer, RpcCode.INVALID_ARGUMENT, "nothing known is asked");
    }
    return answer.build();
  }

  private Message services() {
    FieldDescriptor field = response.findFieldByName("list_services_response");
    DynamicMessage.Builder list = DynamicMessage.newBuilder(field.getMessageType());
    FieldDescriptor each = field.getMessageType().findFieldByName("service");
    for (String service : files.services()) {
      DynamicMessage.Builder one = DynamicMessage.newBuilder(each.getMessageType());
      set(one, "name", service);
      list.addRepeatedField(each, one.build());
    }
    return list.build();
  }

  private void setFiles(DynamicMessage.Builder answer, List<ByteString> found) {
    if (found.isEmpty()) {
      setError(answer, RpcCode.NOT_FOUND, "there is no such file or symbol");
      return;
    }
    FieldDescriptor field = response.findFieldByName("file_descriptor_response");
    DynamicMessage.Builder list = DynamicMessage.newBuilder(field.getMessageType());
    set(list, "file_descriptor_proto", found);
    answer.setField(field, list.build());
  }

  private void setError(DynamicMessage.Builder answer, RpcCode code, String message) {
    FieldDescriptor field = response.findFieldByName("error_response");
    DynamicMessage.Builder error = DynamicMessage.newBuilder(field.getMessageType());
    set(error, "error_code", code.number());
    set(error, "error_message", message);
    answer.setField(field, error.build());
  }

  private static void set(DynamicMessage.Builder message, String field, Object value) {
    message.setField(message.getDescriptorForType().findFieldByName(field), value);
  }
}
