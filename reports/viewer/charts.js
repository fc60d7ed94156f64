'use strict';

/**
 * The charts of a report, described as plain data.
 *
 * A description is {kind: 'bar' | 'line', title, note, unit, x, labels, log, groups}. Of its groups one is shown at a
 * time: {name, series, bands, rows}. A line has points [x, y]; x is the index of a label, seconds, or 100 / (100 -
 * percentile). A bar has a value, and perhaps the span of its iterations, for each row.
 */
const charts = (() => {
  const {known, failed, perSecond, percentile, cpu} = figures;
  const MAX_ROWS = 40;
  const MAX_POINTS = 400;
  const MAX_COLOURED = 8;

  const hasData = (group) => group.series.some((of) => (of.points ? of.points.length > 0 : of.values.some(known)));
  const drawable = (chart) => chart.groups.some(hasData);
  const points = (pairs) => pairs.filter(([x, y]) => known(x) && known(y));
  const drawn = (lines) => lines.filter((of) => of.points.length);
  const marked = (name, run) => (failed(run) ? name + ' (FAIL)' : name);

  function thinned(all) {
    const stride = Math.ceil(all.length / MAX_POINTS);
    return stride > 1 ? all.filter((_, index) => index % stride === 0) : all;
  }

  /** Whether a linear axis would press most of the values to its foot. */
  function isSpread(groups) {
    const all = groups.flatMap((group) => group.series).flatMap((of) => of.points);
    const values = all.map(([, y]) => y).filter((y) => y > 0);
    return values.length > 1 && Math.max(...values) > 30 * Math.min(...values);
  }

  /** With many lines, rivals go to the background. */
  function styleOf(shape, target) {
    const role = shape.role(target);
    if (role === 'SUBJECT') return shape.subjects.length === 1 ? 'subject' : 'rival';
    return role === 'RIVAL' && shape.targets.length > MAX_COLOURED ? 'quiet' : role.toLowerCase();
  }

  /** Charts of the targets beside each other, and of the loads. */
  function compared(shape) {
    const bars = shape.targets.length > 1 ? barCharts(shape) : [];
    const lines = shape.loads.length >= 3 ? loadCharts(shape) : [];
    return [...bars, ...lines].filter(drawable);
  }

  /** All loads at once if that can be taken in at a glance. */
  function barCharts(shape) {
    const atOnce = shape.runs.length <= MAX_ROWS;
    const rowsOf = (load) => shape.ofLoad(load).map((run) => ({text: run.target, run}));
    const rows = shape.loads.flatMap((load) => [{text: load, heading: true}, ...rowsOf(load)]);
    const groups = shape.loads.length === 1 || !atOnce
      ? shape.loads.map((load) => ({name: shape.loads.length === 1 ? '' : load, rows: rowsOf(load)}))
      : [{name: '', rows}];
    const chart = (title, note, unit, series) => ({
      kind: 'bar', title, note, unit, groups: groups.map((group) => ({...group, series: series(group.rows)})),
    });
    const durable = shape.runs.every((run) => known(run.rates.transactional));
    const inTurns = shape.runs.some((run) => run.turnRates.length > 1);
    return [
      chart(durable ? 'Transactional rate' : 'Sustained rate', inTurns ? 'The thin line spans the iterations.' : '', 'rate',
        (of) => byRole(of, (run) => run.rates.sustained, spanOfIterations)),
      chart('p99 latency', '', 'micros', (of) => byRole(of, (run) => percentile(run, 'p99'))),
      chart('CPU time per message', '', 'micros', (of) => byProcess(shape, of)),
    ];
  }

  const spanOfIterations = ({turnRates: all}) => (all.length > 1 ? [Math.min(...all), Math.max(...all)] : null);

  function byRole(rows, value, span = () => null) {
    const series = (name, isOf) => ({
      name, style: name,
      values: rows.map(({run}) => (run && isOf(run) ? value(run) : null)),
      spans: rows.map(({run}) => (run && isOf(run) ? span(run) : null)),
    });
    return [
      ...['SUBJECT', 'BASELINE', 'RIVAL', 'CEILING'].map((role) =>
        series(role.toLowerCase(), (run) => run.role === role && !failed(run))),
      series('failed', failed),
    ].filter((of) => of.values.some(known));
  }

  function byProcess(shape, rows) {
    const spent = (run, process) => run.processes.find((of) => of.process === process)?.cpuMicrosPerMessage;
    const valuesOf = (isOf, value) => rows.map(({run}) => (run && isOf(run) ? value(run) : null));
    const passed = (run) => !failed(run);
    const parts = figures.processes(shape.runs).map((process) =>
      ({name: process, style: 'part', values: valuesOf(passed, (run) => spent(run, process))}));
    const ofFailed = {name: 'failed', style: 'failed', values: valuesOf(failed, cpu)};
    return ofFailed.values.some(known) ? [...parts, ofFailed] : parts;
  }

  function loadCharts(shape) {
    const line = (name, style, runAt, figure) => ({
      name, style, points: points(shape.loads.map((load, index) => {
        const run = runAt(load);
        return [index, run ? figure(run) : null];
      })),
    });
    const chart = (title, note, unit, figure, lines) => {
      const ofFailed = shape.runs.filter(failed).map((run) => [shape.loads.indexOf(run.load), figure(run)]);
      const crosses = {name: 'failed', style: 'failed', points: points(ofFailed)};
      const groups = [{name: '', series: drawn([...lines, crosses])}];
      return {kind: 'line', title, note, unit, x: 'label', labels: shape.loads, log: isSpread(groups), groups};
    };
    const rate = (run) => run.rates.sustained;
    const p99 = (run) => percentile(run, 'p99');
    if (shape.targets.length === 1) {
      const only = (name, style, figure) => line(name, style, (load) => shape.ofLoad(load)[0], figure);
      const batch = (run) => run.batches?.meanMessages;
      return [
        chart('Rate at each load', '', 'rate', rate,
          [only('offered', 'offered', (run) => run.offeredPerSecond), only('achieved', 'subject', rate)]),
        chart('Latency at each load', '', 'micros', p99,
          [only('p50', 'rival', (run) => percentile(run, 'p50')), only('p99', 'subject', p99),
            only('p99.9', 'rival', (run) => percentile(run, 'p999'))]),
        chart('CPU per message at each load', 'All processes.', 'micros', cpu,
          [only('CPU per message', 'subject', cpu)]),
        chart('Messages per batch at each load', '', 'count', batch, [only('messages per batch', 'subject', batch)]),
      ];
    }
    const lines = (figure, more) => {
      const ofTargets = shape.targets.map((of) => line(of, styleOf(shape, of), (load) => shape.run(of, load), figure));
      const others = (load) => bestOther(shape, load, figure, more);
      return shape.isSweep ? [...ofTargets, line('best of the others', 'best', others, figure)] : ofTargets;
    };
    const dashed = shape.isSweep ? 'Dashed: the best of the others at that load.' : '';
    return [
      chart('Rate at each load', dashed, 'rate', rate, lines(rate, true)),
      chart('p99 latency at each load', dashed, 'micros', p99, lines(p99, false)),
      chart('CPU per message at each load', (dashed + ' All processes.').trim(), 'micros', cpu, lines(cpu, false)),
    ];
  }

  function bestOther(shape, load, figure, more) {
    return shape.ofLoad(load)
      .filter((run) => run.target !== shape.subjects[0] && !failed(run) && known(figure(run)))
      .reduce((best, run) => (best && (figure(best) > figure(run)) === more ? best : run), null);
  }

  /** The distribution of latency, and what happened over time. */
  function course(shape) {
    return [percentiles(shape), ...timeCharts(shape)].filter(drawable);
  }

  /** As HdrHistogram draws it: each step to the right is one more nine. */
  function percentiles(shape) {
    const line = (run, name, style) => {
      const furthest = Math.max(1, run.latency.count);
      const across = (percent) => (percent >= 100 ? furthest : Math.min(furthest, 100 / (100 - percent)));
      const pairs = thinned(run.latency.percentiles).map((of) => [across(of.percent), of.micros]);
      return {name: marked(name, run), style, points: points(pairs).filter(([, y]) => y > 0)};
    };
    const ofLone = (run) => (shape.runs.length === 1 ? line(run, run.target, 'subject') : line(run, run.load, 'ramp'));
    const groups = shape.targets.length === 1
      ? [{name: '', series: drawn(shape.runs.map(ofLone))}]
      : shape.loads.map((load) => ({
        name: shape.loads.length === 1 ? '' : load,
        series: drawn(shape.ofLoad(load).map((run) => line(run, run.target, styleOf(shape, run.target)))),
      }));
    return {
      kind: 'line', title: 'Latency by percentile', note: 'From the moment a send was due to its outcome.',
      unit: 'micros', x: 'percentile', log: true, groups,
    };
  }

  function timeCharts(shape) {
    const timelines = timelinesOf(shape);
    const alone = timelines.every((of) => of.tracks.length === 1);
    const inTurns = shape.runs.some((run) => run.turns > 1);
    const isPart = shape.targets.length > 1 && timelines.some((of) => of.tracks.length < shape.targets.length);
    const scope = [inTurns && 'Of the first iteration only.', isPart && 'Without the rivals.'].filter(Boolean).join(' ');
    const track = (of, name, figure, style = of.style) => ({
      name: name || of.name,
      style,
      points: points(thinned(of.moments).map(({second, point}) => [second, figure(point)])),
    });
    const chart = (title, note, unit, lines, stepped = false) => {
      const groups = timelines.map((of) => ({
        name: of.name,
        bands: stepped ? [] : bandsOf(of),
        series: drawn(of.tracks.flatMap(lines)).map((series) => ({...series, stepped})),
      }));
      const log = unit !== 'level' && isSpread(groups);
      return {kind: 'line', title, note: (note + ' ' + scope).trim(), unit, x: 'seconds', log, groups};
    };
    const positive = (value) => (value > 0 ? value : null);
    const p99 = (point) => positive(point.p99Micros);
    const latency = (of) => (alone
      ? [track(of, 'p50', (point) => positive(point.p50Micros), 'rival'), track(of, 'p99', p99)]
      : [track(of, '', p99)]);
    const only = (figure) => (of) => [track(of, '', figure)];
    const size = 'Flush size: a batch is sent when it is this large.';
    const age = 'Flush interval: a batch is sent when its oldest event is this old.';
    return [
      chart('Throughput over time', '', 'rate', only((point) => point.perSecond)),
      chart(alone ? 'Latency over time' : 'p99 latency over time', '', 'micros', latency),
      chart('Messages per batch over time', '', 'count', only((point) => point.batchMessages)),
      chart('Pressure level over time', '', 'level', only((point) => levelOf(point.level)), true),
      chart('N over time', size, 'bytes', only((point) => point.flushBytes), true),
      chart('T over time', age, 'micros', only((point) => point.flushIntervalMicros), true),
    ];
  }

  /** The loads of a lone target follow one another on one axis; of several targets one load is shown at a time. */
  function timelinesOf(shape) {
    if (shape.targets.length === 1) {
      const loads = [];
      let end = 0;
      const moments = shape.runs.flatMap((run) => {
        const from = end;
        const ofRun = momentsOf(run, from);
        end = ofRun.length ? ofRun[ofRun.length - 1].second : from;
        loads.push({from, to: end, name: marked(run.load, run), strength: loads.length % 2 ? 0.5 : 0.15});
        return ofRun;
      });
      const track = {name: shape.targets[0], style: 'subject', moments};
      return [{name: '', tracks: [track], bands: loads.length > 1 ? loads : []}];
    }
    return shape.loads.map((load) => ({
      name: shape.loads.length === 1 ? '' : load,
      bands: [],
      tracks: shape.ofLoad(load)
        .map((run) => ({name: marked(run.target, run), style: styleOf(shape, run.target), moments: momentsOf(run, 0)}))
        .filter((of) => !shape.isGrid || of.style !== 'quiet'),
    }));
  }

  const momentsOf = (run, from) => run.series.map((point) => ({second: from + point.second, point}));
  const levelOf = (name) => (/^L\d+/.test(name ?? '') ? parseInt(name.slice(1), 10) : null);

  /** Pressure levels if there are any, else loads; only where one target is alone. */
  function bandsOf({tracks, bands}) {
    if (tracks.length !== 1 || tracks[0].moments.some(({point}) => !known(levelOf(point.level)))) return bands;
    const levels = [];
    let before = 0;
    for (const {second, point} of tracks[0].moments) {
      const level = levelOf(point.level);
      const last = levels[levels.length - 1];
      if (last && last.level === level) last.to = second;
      else levels.push({level, from: before, to: second, name: 'L' + level, strength: Math.min(1, level / 10)});
      before = second;
    }
    return levels;
  }

  /** How the rate of one run went from brochure run to brochure run. */
  function trend(of) {
    const line = (name, style, isOf) => ({
      name, style, points: points(of.points.map((point, index) => [index, isOf(point) ? point.perSecond : null])),
    });
    const passed = line('rate', 'subject', (point) => !point.failed);
    const crosses = line('failed', 'failed', (point) => point.failed);
    const labels = of.points.map((point) => `${point.startedAt.slice(5, 16).replace('T', ' ')}\n${point.commit}`);
    return {
      kind: 'line', title: of.brochure, note: of.of, unit: 'rate', x: 'label', labels, log: false,
      groups: [{name: '', series: drawn([passed, crosses])}],
    };
  }

  return {compared, course, trend, hasData};
})();
