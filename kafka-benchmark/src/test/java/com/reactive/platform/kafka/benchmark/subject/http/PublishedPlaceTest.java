package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.ResponseFields;
import org.junit.jupiter.api.Test;

class PublishedPlaceTest {
  @Test
  void itReadsTheFieldsThatNameTheEvent() {
    byte[] message = {9, 1 << 3 | 2, 1, 'r', 2 << 3 | 2, 2, 'e', 'v', 3 << 3 | 2, 1, 't'};
    byte[] place = {4 << 3, 3, 5 << 3, (byte) 0x80 | 0x2C, 2};
    byte[] all = new byte[message.length + place.length];
    System.arraycopy(message, 0, all, 0, message.length);
    System.arraycopy(place, 0, all, message.length, place.length);
    assertThat(PublishedPlace.read(all, 1, all.length))
        .isEqualTo(new ResponseFields("ev", "t", 3, 300));
    assertThat(PublishedPlace.read(message, 1, message.length))
        .isEqualTo(new ResponseFields("ev", "t", -1, -1));
  }
}
