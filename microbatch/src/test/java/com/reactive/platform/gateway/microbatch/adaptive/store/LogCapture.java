package com.reactive.platform.gateway.microbatch.adaptive.store;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what calibration logs, instead of printing it, until it is closed. */
public final class LogCapture extends Handler {
  private final Logger logger = Logger.getLogger(BatchCalibration.class.getName());
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  public LogCapture() {
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
  }

  public List<LogRecord> records() {
    return records;
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
