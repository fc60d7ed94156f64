package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.gateway.config.BoundedYaml;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads {@code brochure.yaml}; {@code brochures/README.md} says what may stand in it. */
public final class BrochureFile {
  private static final int MAX_ROUNDS = 1_000;
  private static final List<String> PROCEDURES =
      Arrays.stream(Procedure.values()).map(Procedure::text).toList();

  private final Targets known;
  private final String name;
  private final Fields fields;
  private final List<String> errors = new ArrayList<>();

  private BrochureFile(Path file, Targets known) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    this.name = folder.getFileName().toString();
    this.known = known;
    this.fields = new Fields(file.toString(), "", mapping(file), errors);
  }

  /**
   * Reads one, and checks it against the targets that there are.
   *
   * @throws ConfigException with every error that it has, each with file, key and what is allowed
   */
  public static Brochure read(Path file, Targets known) {
    BrochureFile reader = new BrochureFile(file, known);
    Brochure brochure = reader.brochure();
    if (!reader.errors.isEmpty()) {
      throw new ConfigException(reader.errors);
    }
    return brochure;
  }

  private static Map<?, ?> mapping(Path file) {
    Object root;
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
      String text = BoundedYaml.check(settings, Files.readString(file));
      root = new org.snakeyaml.engine.v2.api.Load(settings).loadFromString(text);
    } catch (IOException e) {
      throw new ConfigException(List.of(file + ": cannot be read: " + e));
    } catch (YamlEngineException e) {
      throw new ConfigException(List.of(file + ": is not YAML: " + e.getMessage()));
    }
    if (root instanceof Map<?, ?> map) {
      return map;
    }
    throw new ConfigException(List.of(file + ": must be a mapping of keys to values"));
  }

  private Brochure brochure() {
    if (!fields.text("name").equals(name)) {
      fields.error("name", "must be that of the folder, " + name);
    }
    String title = fields.text("title");
    String description = fields.text("description");
    List<String> notes = fields.texts("notes");
    Procedure procedure =
        Procedure.valueOf(
            fields
                .choice("procedure", Procedure.TURNS.text(), PROCEDURES)
                .toUpperCase(Locale.ROOT));
    List<PlannedTarget> targets = targets(fields.text("baseline", ""));
    List<LoadFields.Grouped> loads = LoadFields.read(fields);
    int rounds = fields.whole("rounds", 1, 1, MAX_ROUNDS);
    double initialWarmupSeconds = fields.number("heat-seconds", 0, 0, LoadFields.MAX_SECONDS);
    Plan full =
        new Plan(
            targets,
            loads.stream().map(LoadFields.Grouped::load).toList(),
            groups(loads, targets),
            rounds,
            initialWarmupSeconds);
    checkTraining(full);
    List<Threshold> thresholds = ThresholdFields.read(fields, full);
    Plan quick = quick(full);
    Plan goals = fields.has("goals") ? part(full, fields.nested("goals")) : full;
    fields.refuseOthers();
    Brochure brochure =
        new Brochure(name, title, description, procedure, full, quick, goals, thresholds, notes);
    if (errors.isEmpty()) {
      ProcedureRules.check(brochure, fields);
    }
    return brochure;
  }

  private List<PlannedTarget> targets(String baseline) {
    Map<String, PlannedTarget> targets = new LinkedHashMap<>();
    for (Fields target : fields.several("target", "targets", true)) {
      for (PlannedTarget variant : TargetFields.read(target, baseline, known)) {
        if (targets.putIfAbsent(variant.name(), variant) != null) {
          target.error("name", "there is another target named '" + variant.name() + "'");
        }
      }
    }
    if (!baseline.isEmpty() && !targets.containsKey(baseline)) {
      fields.error("baseline", "must be the name of a target: " + Fields.listed(targets.keySet()));
    }
    return List.copyOf(targets.values());
  }

  private Map<String, String> groups(List<LoadFields.Grouped> loads, List<PlannedTarget> targets) {
    Set<String> ofTargets = targets.stream().map(PlannedTarget::group).collect(Collectors.toSet());
    Set<String> ofLoads = loads.stream().map(LoadFields.Grouped::group).collect(Collectors.toSet());
    if (!ofTargets.equals(ofLoads)) {
      fields.error(
          "group", "must be the same of loads and targets: " + ofLoads + ", but " + ofTargets);
    }
    if (targets.stream().mapToInt(PlannedTarget::rttMillis).filter(m -> m > 0).distinct().count()
        > 1) {
      fields.error("rtt-ms", "must be the same of all targets that have it");
    }
    return loads.stream()
        .collect(Collectors.toMap(grouped -> grouped.load().name(), LoadFields.Grouped::group));
  }

  private void checkTraining(Plan plan) {
    for (PlannedTarget target : plan.targets()) {
      List<String> allowed =
          plan.loads().stream().filter(load -> plan.puts(load, target)).map(Load::name).toList();
      refuseUnknown(fields, "targets.training.loads", target.training().loads(), allowed);
    }
  }

  private Plan quick(Plan full) {
    Fields quick = fields.nested("quick");
    double warmupSeconds = quick.number("warmup-seconds", 1, 0, LoadFields.MAX_SECONDS);
    double seconds = quick.number("seconds", 4, LoadFields.MIN_SECONDS, LoadFields.MAX_SECONDS);
    return part(full, quick).withSeconds(warmupSeconds, seconds);
  }

  private static Plan part(Plan full, Fields part) {
    Plan plan = full.withRounds(part.whole("rounds", 1, 1, MAX_ROUNDS));
    List<String> loads = part.texts("loads");
    List<String> targets = part.texts("targets");
    refuseUnknown(part, "loads", loads, full.loads().stream().map(Load::name).toList());
    refuseUnknown(
        part, "targets", targets, full.targets().stream().map(PlannedTarget::name).toList());
    plan = loads.isEmpty() ? plan : plan.withLoads(loads);
    plan = targets.isEmpty() ? plan : plan.withTargets(targets);
    double initialWarmupSeconds =
        part.number("heat-seconds", full.initialWarmupSeconds(), 0, LoadFields.MAX_SECONDS);
    part.refuseOthers();
    return plan.withInitialWarmupSeconds(initialWarmupSeconds);
  }

  private static void refuseUnknown(
      Fields fields, String key, List<String> names, List<String> allowed) {
    Set<String> unknown = new LinkedHashSet<>(names);
    allowed.forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      fields.error(key, "must be of " + Fields.listed(allowed) + ", not " + Fields.listed(unknown));
    }
  }
}
