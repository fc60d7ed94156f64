'use strict';

/** Figures of a result: how people read them, and which runs are compared with which. Nothing is drawn here. */
const figures = (() => {
  const NONE = '–';
  const ROLES = ['SUBJECT', 'BASELINE', 'RIVAL', 'CEILING'];

  // ---- numbers: three digits that count, and a unit

  const known = (value) => value !== null && value !== undefined && Number.isFinite(Number(value));
  const whole = (value) => (known(value) ? Math.round(value).toLocaleString('en-US') : NONE);

  function digits(value) {
    if (!known(value)) return NONE;
    if (Math.abs(value) >= 99.95 || Number(value) === 0) return whole(value);
    return Number(value).toLocaleString('en-US', {minimumSignificantDigits: 3, maximumSignificantDigits: 3});
  }

  function scaled(value, step, units, text = digits) {
    if (!known(value)) return NONE;
    let unit = 0;
    while (Math.abs(value) >= step * 0.9995 && unit < units.length - 1) {
      value /= step;
      unit++;
    }
    return text(value) + units[unit];
  }

  const micros = (value, text) => scaled(value, 1000, [' µs', ' ms', ' s'], text);
  const bytes = (value, text) => scaled(value, 1024, [' B', ' KiB', ' MiB', ' GiB'], text);
  const rate = (value) => digits(value) + ' msg/s';
  const ratio = (value) => (known(value) ? '×' + Number(value).toFixed(2) : NONE);
  const percent = (part) => (known(part) ? +(part * 100).toFixed(1) + ' %' : NONE);
  const when = (instant) => (instant.length < 16 ? instant : instant.slice(0, 16).replace('T', ' ') + ' UTC');
  const joined = (...parts) => parts.filter(Boolean).join(' · ');

  function seconds(value) {
    const rounded = Math.round(value);
    if (rounded < 120) return digits(value) + ' s';
    return `${Math.floor(rounded / 60)} min ${String(rounded % 60).padStart(2, '0')} s`;
  }

  // ---- what a run showed

  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const distinct = (values) => [...new Set(values)];
  const failed = (run) => run.verdict === 'FAIL';
  const perSecond = (run) => run.rates.transactional ?? run.rates.sustained;
  const percentile = (run, name) => (run.latency.count ? run.latency[name] : null);
  const cpu = (run) => (run.processes.length ? sum(run.processes.map((of) => of.cpuMicrosPerMessage)) : null);
  const message = (run) => `${whole(run.messageBytes)} B ${run.payload}`;
  const processes = (runs) => distinct(runs.flatMap((run) => run.processes.map((of) => of.process)));

  function acks(run) {
    const set = run.settings.acks ?? (known(run.rates.transactional) ? 'all' : NONE);
    return set === '-1' ? 'all' : set;
  }

  function replicas(run) {
    const all = run.settings.replicas;
    const least = run.settings['min.insync.replicas'] ?? all;
    return !all ? NONE : least === all ? all : `${all}, at least ${least}`;
  }

  function verified(of) {
    return !of.applicable ? 'no Kafka' : of.verified ? 'YES' : 'NO';
  }

  /** What Kafka holds of all runs; null where none writes to it. */
  function foundInKafka(runs) {
    const all = runs.map((run) => run.verification).filter((of) => of.applicable);
    if (!all.length) return null;
    const total = (name) => whole(sum(all.map((of) => of[name])));
    return {
      found: total('found'),
      verified: all.every((of) => of.verified),
      counts: `lost ${total('lost')}, duplicated ${total('duplicated')}, phantom ${total('phantom')}`,
    };
  }

  // ---- runs beside each other

  /** Runs load by load, subjects first, however turns were taken. */
  function shapeOf(result) {
    const loads = distinct(result.runs.map((run) => run.load));
    const byRole = [...result.runs].sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
    const targets = distinct(byRole.map((run) => run.target));
    const runs = [...result.runs].sort((a, b) =>
      loads.indexOf(a.load) - loads.indexOf(b.load) || targets.indexOf(a.target) - targets.indexOf(b.target));
    const role = (target) => runs.find((run) => run.target === target).role;
    const subjects = targets.filter((target) => role(target) === 'SUBJECT');
    const rivals = targets.filter((target) => role(target) === 'RIVAL');
    const isGrid = targets.length >= 3 && loads.length >= 3;
    return {
      runs, loads, targets, subjects, role, isGrid,
      isSweep: isGrid && subjects.length === 1 && rivals.length === targets.length - 1,
      run: (target, load) => runs.find((run) => run.target === target && run.load === load),
      ofLoad: (load) => runs.filter((run) => run.load === load),
    };
  }

  /** The fastest subject, of those that are durable if any is; null if they failed: others do not stand for them. */
  function leading(shape) {
    const subjects = shape.runs.filter((run) => run.role === 'SUBJECT');
    const candidates = subjects.length ? subjects : shape.runs;
    const durable = candidates.filter((run) => known(run.rates.transactional));
    const passed = (durable.length ? durable : candidates).filter((run) => !failed(run));
    return passed.reduce((best, run) => (best && best.rates.sustained >= run.rates.sustained ? best : run), null);
  }

  function baselineOf(run, runs) {
    return runs.find((of) => of.role === 'BASELINE' && of.load === run.load && !failed(of));
  }

  /** Rate by the baseline's: the median of the rounds that both have, since a machine that others use swings. */
  function toBaseline(run, runs) {
    const baseline = baselineOf(run, runs);
    if (!baseline) return null;
    const quotient = (one, other) => one.rates.sustained / other.rates.sustained;
    const others = baseline.rounds ?? [];
    const ratios = (run.rounds ?? []).slice(0, others.length).map((round, at) => quotient(round, others[at]))
      .filter(Number.isFinite).sort((a, b) => a - b);
    const half = ratios.length >> 1;
    if (!ratios.length) return quotient(run, baseline);
    return ratios.length % 2 ? ratios[half] : (ratios[half - 1] + ratios[half]) / 2;
  }

  /** Every target at every load, relative to the best of the load; a run that failed is no yardstick. */
  function grids(shape) {
    const grid = (title, best, figure, more, text, grades) => {
      const value = (run) => (run && !failed(run) && known(figure(run)) ? figure(run) : null);
      const relative = (target, load) => {
        const all = shape.ofLoad(load).map(value).filter(known);
        const own = value(shape.run(target, load));
        const yardstick = more ? Math.max(...all) : Math.min(...all);
        return known(own) && yardstick > 0 ? own / yardstick : null;
      };
      const cell = (target, load) => {
        const of = relative(target, load);
        const run = shape.run(target, load);
        if (!known(of)) return {text: run && failed(run) ? 'FAIL' : NONE, grade: -1};
        const grade = grades.findIndex((bound) => (more ? of >= bound : of <= bound));
        return {text: text(of), grade: grade < 0 ? grades.length : grade};
      };
      const atBest = (target) => shape.loads.filter((load) => cell(target, load).grade === 0).length;
      return {title, best, cell, atBest};
    };
    const p99 = (run) => percentile(run, 'p99');
    const cheapest = 'CPU per message, all processes, as a multiple of the cheapest at that load';
    return [
      grid('Rate, in per cent of the best at that load', 'at least 95 %', perSecond, true, percent, [0.95, 0.9, 0.75]),
      grid('p99 latency, as a multiple of the best at that load', 'at most ×1.1', p99, false, ratio, [1.1, 1.5, 3]),
      grid(cheapest, 'at most ×1.1', cpu, false, ratio, [1.1, 1.25, 1.5]),
    ];
  }

  return {
    NONE, known, whole, digits, scaled, micros, bytes, rate, ratio, percent, when, joined, seconds,
    distinct, failed, perSecond, percentile, cpu, message, processes, acks, replicas, verified, foundInKafka,
    shapeOf, leading, baselineOf, toBaseline, grids,
  };
})();
