package com.reactive.platform.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
  @Test
  void theModelIsThatOfTheFirstProcessor(@TempDir Path folder) throws IOException {
    Path cpuInfo = folder.resolve("cpuinfo");
    Files.writeString(cpuInfo, "processor\t: 0\nmodel name\t: A: fast one\nmodel name\t: other\n");

    assertThat(Machine.cpuModel(CpuInfo.read(cpuInfo))).isEqualTo("A: fast one");
    assertThat(Machine.cpuModel(CpuInfo.read(folder.resolve("none"))))
        .isEqualTo(System.getProperty("os.arch"));
  }

  @Test
  void frequencyAndFlagsAreThoseOfTheFirstProcessor(@TempDir Path folder) throws IOException {
    Path cpuInfo = folder.resolve("cpuinfo");
    Files.writeString(
        cpuInfo, "cpu MHz\t\t: 2599.998\nflags\t\t: fpu avx2\n\ncpu MHz : 1\nflags : none\n");
    CpuInfo info = CpuInfo.read(cpuInfo);

    assertThat(info.megahertz()).contains(2599.998);
    assertThat(info.flags()).contains("fpu avx2");
    assertThat(CpuInfo.read(folder.resolve("none")).flags()).isEmpty();
    Files.writeString(cpuInfo, "Features : fp asimd\n");
    assertThat(CpuInfo.read(cpuInfo).flags()).contains("fp asimd");
    assertThat(CpuInfo.read(cpuInfo).megahertz()).isEmpty();
  }

  @Test
  void reportsThatAreWrittenMakeNoCommitDirty(@TempDir Path folder) throws Exception {
    Path tree = Files.createDirectories(folder.resolve("a tree"));
    Path source = Files.createDirectories(tree.resolve("src")).resolve("a");
    Path report = Files.createDirectories(tree.resolve("reports")).resolve("b");
    Files.writeString(source, "1");
    Files.writeString(report, "1");
    assertThat(Machine.gitCommit(source.getParent())).isEqualTo("unknown");
    git(tree, "init", "-q");
    git(tree, "add", ".");
    git(tree, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m");
    Files.writeString(report, "2");
    Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
    assertThat(Machine.gitCommit(source.getParent())).matches("[0-9a-f]+");
    Files.writeString(source, "2");
    assertThat(Machine.gitCommit(source.getParent())).matches("[0-9a-f]+-dirty");
  }

  private static void git(Path folder, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void aPathWithABlankIsFoundAgain(@TempDir Path folder) throws IOException {
    Path blank = folder.resolve("a b%20c");
    assertThat(CodeLocation.path(blank.toUri().toURL())).isEqualTo(blank);
  }

  @Test
  void theMachineIsDescribed() {
    Machine machine = Machine.current();
    assertThat(machine.cores()).isPositive();
    assertThat(machine.commit()).isNotBlank();
    assertThat(machine.kernel()).startsWith(System.getProperty("os.name"));
  }
}
