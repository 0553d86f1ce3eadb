/**
 * Builds an element. `props`: `class`, `on` (listeners by event name), and attributes; `true` sets an empty attribute,
 * `false` and `undefined` none. Children are nodes or strings, which become text and never markup.
 */
export const h = (tag, props = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === 'class') element.className = value;
    else if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children
      .flat(Number.POSITIVE_INFINITY)
      .filter((child) => child !== undefined && child !== null && child !== false && child !== ''),
  );
  return element;
};

const svgNamespace = 'http://www.w3.org/2000/svg';

/** A line icon in a 24 × 24 box; decoration only, the words beside it carry the meaning. */
export const icon = (name) => {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  for (const path of icons[name] ?? icons.dot) {
    const element = document.createElementNS(svgNamespace, 'path');
    element.setAttribute('d', path);
    svg.append(element);
  }
  return svg;
};

const icons = {
  stripe: ['M3 6h18v12H3z', 'M3 10h18', 'M6.5 14.500h4'],
  slack: ['M9.5 3.5v17', 'M14.5 3.5v17', 'M3.5 9.5h17', 'M3.5 14.5h17'],
  telegram: ['M21 4 3 11.2l6 2.3L18 7.5l-6.6 7.4 5.9 4.6z', 'M9 13.5V20l2.9-3.3'],
  msteams: [
    'M4 7h9v11H4z',
    'M6.5 10.5h4',
    'M8.5 10.5v4.5',
    'M17 8.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
    'M16 11.5h4.5V16a3.5 3.5 0 0 1-4.5 3.3',
  ],
  email: ['M3 5.5h18v13H3z', 'M3.5 6.5 12 13l8.5-6.5'],
  whatsapp: [
    'M4 20l1.2-4.1A8.2 8.2 0 1 1 8.300 19z',
    'M9 8.500c-.3 3.300 3 6.800 6.500 6.500l.5-2-2-.8-.9.9c-1-.4-1.800-1.200-2.200-2.200l.9-.9-.8-2z',
  ],
  discord: [
    'M8 6.200c2.600-.8 5.400-.8 8 0 2.300 3 3.500 6.500 3.500 10.300-1.500 1.200-3 1.900-4.500 2.200l-1.100-2.100',
    'M10.100 16.600 9 18.700c-1.500-.3-3-1-4.500-2.200C4.500 12.700 5.700 9.200 8 6.200',
    'M8 16.100c2.600.9 5.400.9 8 0',
    'M9.500 12.200h.01',
    'M14.500 12.200h.01',
  ],
  http: ['M3.500 12h11', 'M10.500 8l4 4-4 4', 'M18 4.500h2.500v15H18'],
  person: ['M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8', 'M4.500 20.500a7.500 7.500 0 0 1 15 0'],
  group: [
    'M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7',
    'M2.500 20a6.500 6.500 0 0 1 13 0',
    'M16 4.800a3.500 3.500 0 0 1 0 6.400',
    'M18 14.200a6.500 6.500 0 0 1 3.500 5.800',
  ],
  channel: ['M9.500 4 7.500 20', 'M16.500 4l-2 16', 'M4.500 9h16', 'M3.500 15h16'],
  mailbox: ['M3 13h5l1.500 3h5L16 13h5', 'M3 13 6 5h12l3 8v6H3z'],
  endpoint: ['M3.500 12h11', 'M10.500 8l4 4-4 4', 'M18 4.500h2.500v15H18'],
  back: ['M15 5l-7 7 7 7'],
  close: ['M6 6l12 12', 'M18 6 6 18'],
  code: ['M8.500 6 3 12l5.500 6', 'M15.500 6l5.500 6-5.500 6'],
  send: ['M4 12h15', 'M13 6l6 6-6 6'],
  plus: ['M12 5v14', 'M5 12h14'],
  copy: ['M9 9h11v11H9z', 'M5 15H4V4h11v1'],
  check: ['M5 12.500l4.500 4.500L19 7.500'],
  sun: [
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8',
    'M12 2.500V5',
    'M12 19v2.500',
    'M2.500 12H5',
    'M19 12h2.500',
    'M5.300 5.300 7 7',
    'M17 17l1.700 1.700',
    'M18.700 5.300 17 7',
    'M7 17l-1.700 1.700',
  ],
  moon: ['M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z'],
  warn: ['M12 4 2.500 20h19z', 'M12 10v4.500', 'M12 17.300h.01'],
  sliders: [
    'M4 7h9',
    'M17 7h3',
    'M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
    'M4 17h3',
    'M11 17h9',
    'M9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
  ],
  tellhook: [
    'M8.5 8.5a3.5 3.5 0 1 1 5.2 3l2 3.5',
    'M12 8.5l-3 5.500a3 3 0 1 1-3.600-1.500',
    'M9 17h7a2.800 2.800 0 1 0 1.500-5',
  ],
  dot: ['M12 12h.01'],
};

/** Says something to people who do not see it happen. */
export const announce = (text) => {
  document.getElementById('status').textContent = text;
};

/** Copies text and shows for a moment that it did. */
export const copyButton = (text, label) => {
  const button = h('button', { type: 'button', class: 'button small' }, icon('copy'), label);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.replaceChildren(icon('check'), 'Copied');
    announce('Copied');
    setTimeout(() => button.replaceChildren(icon('copy'), label), 2000);
  });
  return button;
};

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

export const timeOf = (at) => h('time', { datetime: at, title: at }, clock.format(new Date(at)));
export const dayOf = (at) => day.format(new Date(at));
/** The time of today, the date of any other day. */
export const whenOf = (at) => {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  return h('time', { datetime: at, title: at }, (today ? clock : short).format(date));
};
