'use strict';

/** The tables of everything that a result holds. Figures that no run has make no column. */
const details = (() => {
  const {NONE, whole, digits, micros, bytes, percent, seconds} = figures;
  const {el, section, tableOf} = parts;

  const TARGET_AND_LOAD = [['target', (run) => run.target], ['load', (run) => run.load]];
  const DUE = 'From the moment when a send was due to its outcome, so a stall counts for all sends that waited. What an'
    + ' open loop had not sent by its end counts with the time that it had waited.';
  const VERIFIED = 'Messages of warm-up and load. End offsets and records count Kafka’s records, which may carry many'
    + ' messages each. Checked of every message that was found: its time within the run and, where they are promised,'
    + ' its partition by its key, its order after what had been acknowledged before, its event id. Responses checked:'
    + ' topic, partition, offset and event id of the first 8,192 of each load worker and of one in 64 of the rest.';

  const number = (name) => (of) => whole(of[name]);
  const sorted = (map) => Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));

  /** Columns of a part of the run, such as its latency. */
  const ofPart = (part, columns) => columns.map(([name, text]) => [name, (run) => text(run[part] ?? {})]);

  function latencies(runs) {
    const time = (name) => (of) => (of.count ? micros(of[name]) : NONE);
    const columns = [
      ...TARGET_AND_LOAD,
      ...ofPart('due', [['due', number('messages')], ['not sent', number('unsent')]]),
      ...ofPart('latency', [
        ['counted', number('count')], ['mean', time('mean')], ['p50', time('p50')], ['p90', time('p90')],
        ['p99', time('p99')], ['p99.9', time('p999')], ['max', time('max')],
      ]),
    ];
    return fold('Latency', runs, columns, {texts: 2, note: DUE});
  }

  function verification(runs) {
    const inWords = (of) => figures.verified(of) + (of.detail ? ': ' + of.detail : '');
    const columns = [...TARGET_AND_LOAD, ...ofPart('verification', [
      ['sent', number('sent')], ['acknowledged', number('acked')], ['not written', number('notWritten')],
      ['unknown', number('unknown')], ['end offsets', number('endOffsets')], ['records read', number('records')],
      ['messages found', number('found')], ['lost', number('lost')], ['duplicated', number('duplicated')],
      ['phantom', number('phantom')], ['responses checked', number('answersChecked')], ['verified', inWords],
    ])];
    return fold('Verification', runs.filter((run) => run.verification.applicable), columns, {texts: 2, note: VERIFIED});
  }

  function processes(runs) {
    const all = runs.flatMap(({target, load, processes: some}) => some.map((of) => ({...of, target, load})));
    const columns = [
      ...TARGET_AND_LOAD, ['process', (of) => of.process], ['CPU µs/msg', (of) => digits(of.cpuMicrosPerMessage)],
      ['cores', (of) => digits(of.cores)], ['resident MB', number('rssMegabytes')],
    ];
    const note = 'The process "load" makes the load and holds the targets that run inside it.';
    return fold('Processes', all, columns, {texts: 3, note});
  }

  function batches(runs) {
    const reasons = (of) => sorted(of.reasons ?? {}).map(([reason, count]) => `${reason} ${whole(count)}`).join(', ');
    const columns = [...TARGET_AND_LOAD, ...ofPart('batches', [
      ['batches', number('count')], ['messages each', (of) => digits(of.meanMessages)],
      ['size', (of) => bytes(of.meanBytes)], ['flushed because of', reasons],
    ])];
    return fold('Batches', runs.filter((run) => run.batches), columns, {texts: 2});
  }

  /** How each load was made; for each target where targets had it in different ways. */
  function loads(runs) {
    const about = (run) => [
      run.loadKind === 'CLOSED' ? 'closed loop' : 'open loop', whole(run.lanes), whole(run.concurrency),
      digits(run.offeredPerSecond), percent(run.minShare), figures.message(run), seconds(run.warmupSeconds),
      seconds(run.seconds), whole(run.turns),
    ];
    const ways = new Map();
    for (const run of runs) {
      const key = JSON.stringify([run.load, about(run)]);
      const way = ways.get(key) ?? {load: run.load, cells: about(run), targets: []};
      way.targets.push(run.target);
      ways.set(key, way);
    }
    const all = [...ways.values()];
    const isAlike = (way) => all.filter((other) => other.load === way.load).length === 1;
    const names = ['kind', 'load workers', 'in flight at most', 'offered msg/s', 'must reach', 'message', 'warm-up',
      'measured', 'iterations'];
    const columns = [
      ['load', (way) => way.load], ['targets', (way) => (isAlike(way) ? 'all' : way.targets.join(', '))],
      ...names.map((name, index) => [name, (way) => way.cells[index]]),
    ];
    return fold('Loads', all, columns, {texts: 3});
  }

  function settings(runs) {
    const inForce = (run) => sorted(run.settings).map(([name, value]) => `${name}=${value}`).join(', ');
    const rows = figures.distinct(runs.filter(inForce).map((run) => JSON.stringify([run.target, inForce(run)])));
    const columns = [['target', ([target]) => target], ['settings', ([, text]) => text]];
    const note = 'Read back from the producer, the batcher or the process, not from a file.';
    return fold('Settings in force', rows.map((row) => JSON.parse(row)), columns, {texts: 2, note});
  }

  function fold(title, items, columns, more) {
    if (!items.length) return '';
    return el('details', {}, el('summary', {}, title), tableOf(title, items, columns, more));
  }

  const all = (runs) => section('details', 'All the numbers',
    latencies(runs), verification(runs), processes(runs), batches(runs), loads(runs), settings(runs));

  return {all};
})();
