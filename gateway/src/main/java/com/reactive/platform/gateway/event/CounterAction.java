package com.reactive.platform.gateway.event;

/** What is done to the counter; the names in lower case are those of JSON and Avro. */
public enum CounterAction {
  INCREMENT("increment"),
  DECREMENT("decrement"),
  SET("set"),
  RESET("reset");

  private final String text;

  CounterAction(String text) {
    this.text = text;
  }

  /** The name in JSON and Avro. */
  public String text() {
    return text;
  }

  /** The action of this exact name, or null. */
  static CounterAction of(String text) {
    for (CounterAction action : values()) {
      if (action.text.equals(text)) {
        return action;
      }
    }
    return null;
  }
}
