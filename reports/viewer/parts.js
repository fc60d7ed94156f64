'use strict';

/** The parts that pages are made of. What comes from data is text, never markup. */
const parts = (() => {
  const {NONE} = figures;
  const TALL = 24;

  function el(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== '') node.setAttribute(name, value);
    }
    node.append(...children.flat(Infinity).filter(Boolean));
    return node;
  }

  const section = (id, title, ...content) => el('section', {id}, el('h2', {}, title), ...content);
  const list = (items) => el('ul', {}, items.map((item) => el('li', {}, item)));
  const note = (text) => (text ? el('p', {class: 'note'}, text) : '');

  /**
   * A table that scrolls by itself where it is wide. A cell is a text, or {text, class, href, share}.
   *
   * @param of {title, columns, rows, note, texts: how many columns from the first on are texts, rowClass}
   */
  function table({title, columns, rows, note: below, texts = 1, rowClass = () => ''}) {
    const side = (column) => (column < texts ? '' : 'n');
    const head = el('tr', {}, columns.map((name, column) => el('th', {scope: 'col', class: side(column)}, name)));
    const cell = (of, column) => {
      const {text, class: look, href, share} = typeof of === 'string' ? {text: of} : of;
      const content = href ? el('a', {href}, text) : look ? el('span', {class: look}, text) : text;
      if (share) content.style.setProperty('--share', share);
      return column ? el('td', {class: side(column)}, content) : el('th', {scope: 'row'}, content);
    };
    const body = rows.map((row, index) => el('tr', {class: rowClass(index)}, row.map(cell)));
    const grid = el('table', {}, columns.some(Boolean) ? el('thead', {}, head) : '', el('tbody', {}, body));
    const scroll = rows.length > TALL ? 'scroll tall' : 'scroll';
    return [el('div', {class: scroll, tabindex: 0, role: 'region', 'aria-label': title}, grid), note(below)];
  }

  /** A table of columns [heading, function of a row]; those that nothing is known for are left out. */
  function tableOf(title, items, columns, more = {}) {
    const cells = columns.map(([name, text]) => ({name, all: items.map((item) => text(item) ?? NONE)}));
    const shown = cells.filter(({all}) => all.some((text) => text !== NONE));
    const rows = items.map((_, row) => shown.map(({all}) => all[row]));
    return table({title, columns: shown.map(({name}) => name), rows, ...more});
  }

  function tile(what, value, more) {
    const unit = value.search(/ \D*$/);
    const large = unit < 0 ? value : [value.slice(0, unit), el('small', {}, value.slice(unit))];
    return el('div', {class: 'tile'},
      el('dt', {}, what), el('dd', {class: 'value'}, large), el('dd', {class: 'more'}, more));
  }

  const tiles = (...all) => el('dl', {class: 'tiles'}, all);

  // ---- charts, of which all show one load at a time

  let places = [];
  let drawn = [];

  /** Before a new page is made. */
  function forgetCharts() {
    drawn.forEach((chart) => chart.destroy());
    drawn = [];
    places = [];
  }

  function chartSection(id, title, some, load) {
    if (!some.length) return '';
    const names = figures.distinct(some.flatMap((chart) => chart.groups.map((group) => group.name))).filter(Boolean);
    const select = el('select', {}, names.map((name) => el('option', {value: name}, name)));
    if (load) select.value = load;
    select.addEventListener('change', () => drawCharts(select.value));
    const all = some.map((chart) => {
      const canvas = el('canvas', {role: 'img', 'aria-label': chart.title});
      const plot = el('div', {class: 'plot'}, canvas);
      const caption = el('figcaption', {}, chart.title);
      const figure = el('figure', {class: 'chart ' + chart.kind}, caption, plot, note(chart.note));
      places.push({chart, canvas, figure, select});
      return figure;
    });
    const choice = names.length > 1 ? el('p', {class: 'choice'}, el('label', {}, 'Load ', select)) : '';
    return section(id, title, choice, el('div', {class: 'charts'}, all));
  }

  function drawCharts(load) {
    drawn.forEach((chart) => chart.destroy());
    drawn = [];
    for (const {chart, canvas, figure, select} of places) {
      if (load) select.value = load;
      figure.hidden = false;
      const on = drawing.draw(canvas, chart, select.value);
      figure.hidden = !on;
      if (on) drawn.push(on);
    }
  }

  return {el, section, list, note, table, tableOf, tile, tiles, chartSection, drawCharts, forgetCharts};
})();
