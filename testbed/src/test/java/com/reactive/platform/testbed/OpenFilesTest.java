package com.reactive.platform.testbed;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class OpenFilesTest {
  @Test
  void tooLowALimitIsSaidBeforeAnythingIsOpened() {
    assertThatCode(() -> OpenFiles.require(10_000, 50, 20_000)).doesNotThrowAnyException();
    assertThatThrownBy(() -> OpenFiles.require(10_000, 50, 4_096))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "10000 connections need 10200 open files, and the limit is 4096;"
                + " raise it (ulimit -n 16384) and start again");
    assertThatThrownBy(() -> OpenFiles.require(1_000, 4_000, 4_096))
        .hasMessageContaining("need 5000 open files");
  }

  @Test
  void thisProcessMayOpenSome() {
    assertThatCode(() -> OpenFiles.require(1)).doesNotThrowAnyException();
  }
}
