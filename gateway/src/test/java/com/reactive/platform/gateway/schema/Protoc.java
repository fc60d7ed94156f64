package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.reactive.platform.gateway.protobuf.ProtoDescriptors;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Compiles .proto files with protoc, which the build brings where there is one for the machine. */
final class Protoc {
  private static final Path PROTOC = Path.of("target/protoc/protoc.exe");

  private Protoc() {}

  /** That protoc understands the text, and as the descriptor has it. */
  static void assertSame(List<ProtoFile> files) throws IOException, InterruptedException {
    List<FileDescriptor> ours = files.stream().map(ProtoDescriptors::of).toList();
    assumeTrue(Files.exists(PROTOC) && PROTOC.toFile().setExecutable(true), "no protoc here");
    Path folder = Files.createTempDirectory("protoc");
    try {
      FileDescriptorSet theirs = compile(folder, files);
      assertThat(theirs.getFileCount()).isEqualTo(files.size());
      for (int i = 0; i < files.size(); i++) {
        assertThat(normalized(theirs.getFile(i)))
            .as(ProtoText.of(files.get(i)))
            .isEqualTo(normalized(ours.get(i).toProto()));
      }
    } finally {
      try (var all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
      }
    }
  }

  private static FileDescriptorSet compile(Path folder, List<ProtoFile> files)
      throws IOException, InterruptedException {
    Path known = Files.createDirectories(folder.resolve("google/protobuf"));
    for (String name : List.of("any.proto", "struct.proto", "timestamp.proto")) {
      try (InputStream in = Protoc.class.getResourceAsStream("/google/protobuf/" + name)) {
        Files.write(known.resolve(name), in.readAllBytes());
      }
    }
    Path out = folder.resolve("out");
    List<String> command =
        new ArrayList<>(
            List.of(
                PROTOC.toAbsolutePath().toString(), "-I" + folder, "--descriptor_set_out=" + out));
    for (ProtoFile file : files) {
      Files.writeString(folder.resolve(file.fileName()), ProtoText.of(file));
      command.add(file.fileName());
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return FileDescriptorSet.parseFrom(Files.readAllBytes(out));
  }

  /** Names for JSON are derived; only one of the two writes them. */
  private static FileDescriptorProto normalized(FileDescriptorProto file) {
    FileDescriptorProto.Builder builder = file.toBuilder();
    builder.getMessageTypeBuilderList().forEach(Protoc::withoutJsonNames);
    return builder.build();
  }

  private static void withoutJsonNames(DescriptorProto.Builder message) {
    message.getFieldBuilderList().forEach(field -> field.clearJsonName());
    message.getNestedTypeBuilderList().forEach(Protoc::withoutJsonNames);
  }
}
