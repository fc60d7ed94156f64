package com.reactive.platform.gateway.testing;

import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.TopicSettings;
import com.reactive.platform.gateway.sink.TopicStatus;
import java.util.List;
import java.util.Optional;

/** A topic with which nothing is wrong, unless a subclass says so. */
public class FakeTopic implements TopicStatus {
  private final String name;

  public FakeTopic(String name) {
    this.name = name;
  }

  @Override
  public final String topic() {
    return name;
  }

  @Override
  public SinkState state() {
    return SinkState.READY;
  }

  @Override
  public String detail() {
    return "";
  }

  @Override
  public boolean accepting() {
    return state().usable();
  }

  @Override
  public Optional<TopicSettings> settings() {
    return Optional.empty();
  }

  @Override
  public List<String> findings() {
    return List.of();
  }

  @Override
  public String tooWeak() {
    return "";
  }
}
