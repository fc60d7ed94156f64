package com.reactive.platform.gateway.admin.view;

import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.util.Optional;

/**
 * One delivery pipeline.
 *
 * @param name of its profile
 * @param level the pressure level in force; none if the limits are fixed
 * @param calibration where what was learned is kept, in words; empty if the limits are fixed
 */
public record PipelineStatus(
    String name, BatcherStats batcher, Optional<PressureLevel> level, String calibration) {}
