import { escapeHtml } from '../mail/html-parts.ts';
import {
  type Check,
  type DayState,
  delayPercentile,
  type Incident,
  isFailed,
  type StatusRecord,
  shownDays,
  summaryOf,
} from './record.ts';
import { statusStyle } from './style.ts';

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

const dayText = (day: string): string => date.format(new Date(day));
const time = (at: string): string =>
  `<time datetime="${escapeHtml(at)}">${dateAndTime.format(new Date(at))} UTC</time>`;
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? 'No data' : `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 0)} s`;

const stateOf = ({ accepted, delivered }: Check): string => {
  if (accepted === undefined) return 'The last check could not run';
  if (!accepted) return 'Tellhook is not accepting calls';
  return delivered === false ? 'Messages are not being delivered' : 'All checks pass';
};

const answer = (value: boolean | undefined): string => {
  if (value === undefined) return '<dd>Unknown</dd>';
  return value ? '<dd class="good">Yes</dd>' : '<dd class="poor">No</dd>';
};

/** The first of the failed checks that end the list. */
const failingSince = (checks: Check[]): string | undefined =>
  checks[checks.findLastIndex((check) => !isFailed(check)) + 1]?.at;

const currentState = (record: StatusRecord): string => {
  const { checks, everyMinutes } = record;
  const last = checks.at(-1);
  if (!last)
    return `<div class="panel now"><strong>No check has run yet</strong><p>The next check runs within ${counted(everyMinutes, 'minute')}. Then reload this page.</p></div>`;
  const since = failingSince(checks);
  return `<div class="panel now ${since ? 'bad' : 'ok'}"><strong>${stateOf(last)}</strong>
${since ? `<p>Checks have failed since ${time(since)}.</p>` : ''}
<p>Last check: ${time(last.at)}.</p>
<p class="quiet">A check runs every ${counted(everyMinutes, 'minute')}. If the last one is older than ${counted(2 * everyMinutes, 'minute')}, checks have stopped, and the current state is unknown.</p>
<dl><div><dt>Accepting calls</dt>${answer(last.accepted)}</div><div><dt>Delivering messages</dt>${answer(last.delivered)}</div>
<div><dt>Median delay, 24 hours</dt><dd>${seconds(delayPercentile(record, 50))}</dd></div><div><dt>99th percentile, 24 hours</dt><dd>${seconds(delayPercentile(record, 99))}</dd></div></dl></div>`;
};

type Summary = ReturnType<typeof summaryOf>;

/** The height of the drawing in its units. Each day is 10 units wide. */
const HEIGHT = 40;
/** One failed check must be visible in a day of hundreds. */
const MIN_FAILED_HEIGHT = 14;

const countsText = ({ checks, failed, missed }: Summary): string =>
  [counted(checks, 'check'), `${failed} failed`, ...(missed > 0 ? [`${missed} did not run`] : [])].join(', ');

const rectangle = (x: number, y: number, height: number, look: string): string =>
  `<rect x="${x}" y="${y}" width="7" height="${height}" class="f-${look}"/>`;

const drawnDay = (summary: Summary, index: number): string => {
  const x = index * 10 + 1;
  const drawn: Record<DayState, () => string> = {
    unmeasured: () => rectangle(x, HEIGHT - 10, 10, 'idle'),
    passed: () => rectangle(x, 0, HEIGHT, 'ok'),
    partial: () => rectangle(x, 10, 10, 'idle') + rectangle(x, 22, HEIGHT - 22, 'ok'),
    failed: () => {
      const share = summary.failed / summary.checks;
      const height = Math.round(MIN_FAILED_HEIGHT + share * (HEIGHT - MIN_FAILED_HEIGHT));
      return rectangle(x, 0, height, 'err') + (height < HEIGHT ? rectangle(x, height, HEIGHT - height, 'ok') : '');
    },
  };
  const title = summary.checks === 0 ? 'no checks' : countsText(summary);
  return `<g data-day="${summary.day}" data-state="${summary.state}"><title>${dayText(summary.day)}: ${title}</title>${drawn[summary.state]()}</g>`;
};

const legend = (look: string, text: string): string =>
  `<span><svg viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" class="f-${look}"/></svg>${text}</span>`;

const history = (record: StatusRecord, now: Date): string => {
  if (record.since === undefined) return '<p>No history yet.</p>';
  const days = shownDays(now).map((day) => summaryOf(record, day, now));
  const failed = days.filter(({ state }) => state === 'failed');
  const notable = days.filter(({ checks, state }) => checks > 0 && state !== 'passed').reverse();
  const measured = days.filter(({ checks }) => checks > 0);
  const label = `${counted(measured.length, 'day')} with checks, ${failed.length} of them with failed checks`;
  const row = (it: Summary) =>
    `<tr><th scope="row">${dayText(it.day)}</th><td>${it.checks}</td><td>${it.failed}</td><td>${it.notAccepted}</td><td>${it.notDelivered}</td><td>${it.missed}</td></tr>`;
  return `<svg class="days" viewBox="0 0 ${days.length * 10} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${days.map(drawnDay).join('')}</svg>
<div class="ends"><span>${dayText(days[0]?.day ?? '')}</span><span>Today</span></div>
<div class="legend">${legend('ok', 'Passed')}${legend('err', 'Failed')}${legend('idle', 'Not measured')}</div>
<p>${label}.</p>
${
  notable.length > 0
    ? `<details open><summary>Days with failed or missing checks</summary><div class="scroll" tabindex="0" role="region" aria-label="Days with failed or missing checks"><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Checks</th><th scope="col">Failed</th><th scope="col">Not accepted</th><th scope="col">Not delivered</th><th scope="col">Did not run</th></tr></thead><tbody>${notable.map(row).join('')}</tbody></table></div></details>`
    : ''
}`;
};

const incident = ({ title, startedAt, endedAt, updates }: Incident): string =>
  `<article class="panel"><h3>${escapeHtml(title)}</h3><p class="quiet">${time(startedAt)} – ${endedAt ? time(endedAt) : 'open'}</p>${
    updates.length > 0
      ? `<ul>${updates.map(({ at, text }) => `<li>${time(at)}: ${escapeHtml(text)}</li>`).join('')}</ul>`
      : ''
  }</article>`;

/** The status page as a complete HTML document, without scripts. */
export const statusPage = (record: StatusRecord, now: Date): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tellhook status</title><meta name="description" content="Current state, delays, history and incidents of Tellhook.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${statusStyle}</style></head>
<body><div class="bar"><header><a href="/"><img src="/favicon.svg" alt="" width="28" height="28">Tellhook</a></header></div>
<main><h1>Status</h1>
${currentState(record)}
<h2>Last 90 days</h2>
${history(record, now)}
<h2>Incidents</h2>
${record.incidents.length > 0 ? record.incidents.map(incident).join('\n') : '<p>No incidents in the last 90 days.</p>'}
<h2>About the checks</h2>
<p>A check calls a Tellhook webhook through its public URL. The next check looks for that call’s message, which goes to a test target. If it has not arrived by then, it counts as not delivered. The delay is the time from the call to its delivery.</p>
<p>Checks do not cover chat services, email, sign-in or the app’s pages. The operator writes incidents. <a href="/status/history.json">All data as JSON</a></p>
</main>
<footer><a href="/">Home</a><a href="/docs">Documentation</a><a href="/landing/contact">Contact</a></footer>
</body></html>
`;
