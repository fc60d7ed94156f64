'use strict';

/** The page of one brochure, made of its results.json alone; what is compared with earlier runs is given. */
const brochure = (() => {
  const {NONE, known, whole, digits, micros, bytes, ratio, percent, when, joined, seconds, failed} = figures;
  const {el, section, list, note, table, tableOf, tile, tiles, chartSection} = parts;

  const rowClass = (role, isBad) => [role === 'SUBJECT' && 'subject', isBad && 'bad'].filter(Boolean).join(' ');

  function checksMet(checks, binding) {
    const some = checks.filter((check) => check.binding === binding);
    const name = binding ? 'thresholds' : 'goals';
    return some.length ? `${name}: ${some.filter((check) => check.met).length} of ${some.length} met` : '';
  }

  function verification(result) {
    const kafka = figures.foundInKafka(result.runs);
    if (kafka) return `VERIFIED: ${kafka.verified ? 'YES ✓' : 'NO ✗'} (${kafka.counts})`;
    if (!result.runs.length) return 'VERIFIED: NO ✗ (nothing ran)';
    return 'VERIFIED: nothing to verify (no run writes to Kafka)';
  }

  function header(result, quick) {
    const goalsMet = result.checks.every((check) => check.met || check.binding);
    const style = failed(result) ? 'fail' : goalsMet ? 'pass' : 'part';
    const title = (failed(result) ? 'FAIL: ' : '') + result.title;
    document.title = title;
    const lines = [
      verification(result), joined(checksMet(result.checks, true), checksMet(result.checks, false)),
      result.quick ? 'Quick form: short runs, so the figures are rough.' : '',
    ];
    return el('header', {},
      el('p', {class: 'crumb'}, el('a', {href: '#'}, 'All benchmarks'), ' / ' + result.brochure),
      el('h1', {}, title), el('p', {class: 'lead'}, result.description.trim()),
      el('div', {class: 'verdict ' + style}, failed(result) ? el('strong', {}, 'FAIL') : '',
        el('div', {}, lines.filter(Boolean).map((line) => el('p', {}, line)),
          result.reasons.length ? list(result.reasons) : '')),
      quick ? el('p', {}, quick) : '', el('p', {class: 'meta'}, ground(result)));
  }

  function ground({startedAt, seconds: took, environment: of}) {
    return joined(when(startedAt), 'took ' + seconds(took), 'commit ' + of.commit, `${of.cpu}, ${of.cores} cores`,
      'JDK ' + of.jdk, `Kafka ${of.kafka} ${of.brokerVersion}`.trim());
  }

  function keyFigures(shape) {
    const run = figures.leading(shape);
    const kafka = figures.foundInKafka(shape.runs);
    const found = kafka ? tile('Found in Kafka', kafka.found, 'messages; ' + kafka.counts) : '';
    if (shape.isSweep) return tiles(gradeTiles(shape), found);
    return run || kafka ? tiles(run ? runTiles(shape, run) : '', found) : '';
  }

  function gradeTiles(shape) {
    const [subject] = shape.subjects;
    const names = ['Rate', 'p99 latency', 'CPU, all processes'];
    return figures.grids(shape).map(({best, atBest}, index) =>
      tile(names[index], `${atBest(subject)} of ${shape.loads.length} loads`, `${subject}: ${best} of the best`));
  }

  function runTiles(shape, run) {
    const where = shape.runs.length === 1 ? '' : shape.loads.length === 1 ? run.target : `${run.target}, ${run.load}`;
    const acks = figures.acks(run);
    const size = digits(run.rates.megabytesPerSecond) + ' MB/s';
    const about = joined(where, size, figures.message(run), acks === NONE ? '' : 'acks=' + acks);
    const kind = known(run.rates.transactional) ? 'transactional' : 'sustained';
    const all = [tile('Rate, ' + kind, figures.rate(figures.perSecond(run)), about)];
    if (run.latency.count) {
      const others = `p50 ${micros(run.latency.p50)} · p99.9 ${micros(run.latency.p999)}`;
      all.push(tile('Latency, p99', micros(run.latency.p99), others));
    }
    if (run.processes.length) {
      const each = run.processes.map((of) => `${of.process} ${digits(of.cpuMicrosPerMessage)}`).join(' + ');
      all.push(tile('CPU per message', digits(figures.cpu(run)) + ' µs', each));
    }
    const baseline = figures.baselineOf(run, shape.runs);
    if (baseline && baseline.target !== run.target) {
      const compared = ratio(figures.toBaseline(run, shape.runs));
      all.push(tile('Compared with the baseline', compared, 'of the rate of ' + baseline.target));
    } else if (run.batches) {
      all.push(tile('Batch', digits(run.batches.meanMessages) + ' msg', bytes(run.batches.meanBytes) + ' on average'));
    }
    return all;
  }

  function checks(all) {
    if (!all.length) return '';
    const rows = all.map(({what, met, binding, required, actual}) =>
      [what, met ? '✓ met' : binding ? '✗ NOT MET' : '✗ not met', binding ? 'must' : 'goal', required, actual]);
    const missed = (row) => (all[row].met ? '' : all[row].binding ? 'bad' : 'missed');
    const columns = ['what', '', 'kind', 'required', 'measured'];
    return section('checks', 'Checks', table({title: 'Checks', columns, rows, texts: 3, rowClass: missed}));
  }

  /** A brochure's own table, with a bar behind what is per cent of a whole. */
  function ownTable(of, index) {
    const cell = (text, column) => {
      const share = of.columns[column].startsWith('%') && /^(\d{1,3}(\.\d{1,9})?) ?%?$/.exec(text);
      return share ? {text, class: 'share', share: share[1] + '%'} : text;
    };
    return section('table-' + index, of.title, table({...of, rows: of.rows.map((row) => row.map(cell))}));
  }

  function grid(shape) {
    if (!shape.isGrid) return '';
    const hasFailed = (target) => shape.runs.some((run) => run.target === target && failed(run));
    const looks = (target) => rowClass(shape.role(target), hasFailed(target));
    const tables = figures.grids(shape).map(({title, cell, atBest}) => {
      const shaded = (target, load) => {
        const {text, grade} = cell(target, load);
        return {text, class: text === 'FAIL' ? 'failed' : grade < 0 ? '' : `grade grade${grade}`};
      };
      const rows = shape.targets.map((target) =>
        [target, ...shape.loads.map((load) => shaded(target, load)), `${atBest(target)} of ${shape.loads.length}`]);
      const columns = ['target', ...shape.loads, 'best grade'];
      return [el('h3', {}, title), table({title, columns, rows, rowClass: (row) => looks(shape.targets[row])})];
    });
    return section('grid', 'Every target at every load',
      note('Every figure is compared with the best one at the same load. Bold: as good as the best, or nearly. The darker'
        + ' the shade, the further away. A run that failed is not compared with.'), tables);
  }

  function results(shape) {
    const {runs} = shape;
    const alone = figures.distinct(runs.map((run) => run.role)).length === 1;
    const hasBaseline = runs.some((run) => figures.baselineOf(run, runs));
    const p = (name) => (run) => micros(figures.percentile(run, name));
    const efficiency = (name) => (run) => digits(run.efficiency?.[name]);
    const counts = ({verification: of}) => {
      if (!of.applicable) return NONE;
      return `${figures.verified(of)}: ${whole(of.lost)}, ${whole(of.duplicated)}, ${whole(of.phantom)}`;
    };
    const spent = (run, process) => run.processes.find((of) => of.process === process)?.cpuMicrosPerMessage;
    const columns = [
      ['target', (run) => run.target], ['load', (run) => run.load], ['verdict', (run) => run.verdict],
      ['send msg/s', (run) => digits(run.rates.send)], ['sustained msg/s', (run) => digits(run.rates.sustained)],
      ['transactional msg/s', (run) => digits(run.rates.transactional)],
      ['to baseline', (run) => (hasBaseline ? ratio(figures.toBaseline(run, runs)) : NONE)],
      ['MB/s', (run) => digits(run.rates.megabytesPerSecond)],
      ['message', figures.message], ['acks', figures.acks], ['replicas', figures.replicas],
      ['p50', p('p50')], ['p99', p('p99')], ['p99.9', p('p999')],
      ...figures.processes(runs).map((name) => ['CPU µs ' + name, (run) => digits(spent(run, name))]),
      ['requests/1,000 msg', efficiency('requestsPerThousand')], ['records/request', efficiency('recordsPerRequest')],
      ['sent B/msg', efficiency('sentBytes')], ['allocated B/msg', efficiency('allocatedBytes')], ['wake-ups/request', efficiency('wakeUpsPerRequest')],
      ['verified: lost, duplicated, phantom', counts],
    ];
    const isClosed = runs.some((run) => run.loadKind === 'CLOSED');
    const looks = (row) => rowClass(alone ? '' : runs[row].role, failed(runs[row]));
    return section('results', 'Results',
      tableOf('Results', runs, columns, {texts: 2, rowClass: looks}),
      note('Send: accepted by the target, the producer’s view. Sustained: until Kafka (or, without Kafka, the server)'
        + ' has all of it. Transactional: sustained at acks=all.' + (isClosed ? ' In a closed loop a send is due when'
        + ' its slot is free, so its latency contains the load generator’s own cycle.' : '')));
  }

  function since(of) {
    if (!of) return '';
    const rows = of.rows.length ? table({...of, texts: 3, rowClass: () => 'weak'}) : el('p', {}, of.note);
    return section('since', of.title, rows);
  }

  function reproduce(result) {
    const of = result.environment;
    const load = (average) => (!known(average) ? NONE : average < 0 ? 'unknown' : digits(average));
    const settings = (map) => Object.entries(map).map(([name, value]) => `${name}=${value}`).join(', ');
    const rows = [
      ['started', when(result.startedAt)], ['took', seconds(result.seconds)],
      ['commit', `${of.commit}, version ${of.version}`], ['JDK', of.jdk],
      ['processor', `${of.cpu}, ${of.cores} cores${known(of.megahertz) ? `, ${whole(of.megahertz)} MHz` : ''}`],
      ['processor flags', of.cpuFlags], ['memory', whole(of.memoryMegabytes) + ' MB'], ['system', of.kernel],
      ['load average before', load(of.loadAverage)], ['load average after', load(of.loadAverageAfter)],
      ['processor time stolen by the hypervisor', percent(of.stolenShare)],
      ['Kafka', `${of.kafka} ${of.brokerVersion}`.trim()], ['broker', settings(of.brokerConfig ?? {})],
    ].filter(([, text]) => text && text !== NONE);
    return section('reproduce', 'How to reproduce', el('pre', {tabindex: 0}, el('code', {}, result.command)),
      table({title: 'Environment', columns: ['', ''], rows, texts: 2}));
  }

  function page({result, since: changes, quick}, trend) {
    const shape = figures.shapeOf(result);
    const compared = charts.compared(shape);
    const course = charts.course(shape);
    const load = figures.leading(shape)?.load ?? shape.loads[0];
    return [
      header(result, quick),
      el('main', {},
        keyFigures(shape), checks(result.checks), result.tables.map(ownTable),
        chartSection('compared', shape.targets.length > 1 ? 'Side by side' : 'At each load', compared, load),
        grid(shape), results(shape),
        chartSection('course', 'Latency, and how it went', course, load),
        since(changes), trend ? chartSection('trend', 'History', [charts.trend(trend)]) : '',
        result.notes.length ? section('notes', 'Notes', list(result.notes)) : '',
        reproduce(result), result.runs.length ? details.all(shape.runs) : ''),
    ];
  }

  return {page};
})();
