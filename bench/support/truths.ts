import { outlineOf } from '../../lambdas/templates/outline/outline-of.ts';
import type { CallFacts } from '../../lambdas/templates/payload.ts';
import { withoutTemplate } from '../../lambdas/templates/without-template.ts';
import type { Row } from '../report.ts';

/*
 * Generated calls of services without a template, each with a check for false statements in the message. A family
 * combines a few lists. Tests in `test/templates` vary the same families at random.
 */

type Wrong = (told: string, severity: string) => boolean;
type Case = [body: object | string, wrong: Wrong];

const EVENTS = ['user.created', 'order.paid', 'login.requested', 'device.added'];
const PLACES: ((fields: object) => object)[] = [
  (fields) => fields,
  (fields) => ({ data: { name: 'Ann', ...fields } }),
  (fields) => ({ items: [{ name: 'One', ...fields }] }),
  (fields) => ({ title: 'Ask', answers: Object.entries(fields).map(([label, value]) => ({ label, value })) }),
];
const SECRETS = {
  password: 'hunter2hunter',
  magic_link: 'https://x.example/a/qwertz',
  resetPasswordUrl: 'https://x.example/u?t=Ab12cd34',
  page: 'https://x.example/login/Ab12cd34ef',
  card_number: '4242424242424242',
  number: '5555 5555 5555 4444',
  cvc: '873',
  note: 'IBAN DE89 3704 0044 0532 0130 00',
  door_code: '471193',
  lockbox_code: '471193',
  text: 'Use 482913 to sign in',
  seed_phrase: 'apple banana cherry',
  psk: 'correct-horse-battery',
  message: 'Your login code is 482913',
  error: 'refused: Server=db;Password=hunter2hunter;',
  link: 'https://x.example/password/new?reset_password_token=Ab12cd34ef',
  iban: 'de89 3704 0044 0532 0130 00',
};
const SECRET = /hunter2|qwertz|Ab12cd34|4242|5555 5555|873|DE89 3704|de89 3704|471193|banana|horse|482913/;

const secrets = (): Case[] =>
  EVENTS.flatMap((event) =>
    PLACES.flatMap((put) =>
      Object.entries(SECRETS).map(
        ([name, value]): Case => [{ event, ...put({ [name]: value }) }, (told) => SECRET.test(told)],
      ),
    ),
  );

const money = (): Case[] =>
  ['order', 'donation', 'invoice'].flatMap((of) =>
    ['amount', 'total', 'price', 'fee', 'amount_paid'].flatMap((field) =>
      ['usd', 'EUR', 'jpy', 'kwd', 'INR'].flatMap((currency) =>
        ['50', '1200', '1200.00'].map(
          (value): Case => [
            `{"event":"${of}.created","${of}":{"${field}":${value},"currency":"${currency}"}}`,
            (told) => (told.match(/\d[\d.]*/g) ?? []).some((number) => Number(number) !== Number(value)),
          ],
        ),
      ),
    ),
  );

const people = (): Case[] =>
  [
    ['blocked', 'blocker', 'blocked'],
    ['invited', 'inviter', 'invitee'],
    ['referred', 'referrer', 'referee'],
    ['followed', 'follower', 'followed'],
    ['nominated', 'nominator', 'nominee'],
    ['trained', 'trainer', 'trainee'],
    ['blocked', 'blocked_by', 'blocked'],
  ].flatMap(([verb, doer = '', whom = '']) =>
    PLACES.slice(0, 1).flatMap((put) =>
      [false, true].flatMap((isTurned) =>
        ['', '_name'].map((ending): Case => {
          const by = { [doer + ending]: ending ? 'Ann' : { name: 'Ann' } };
          const of = { [whom + ending]: ending ? 'Bob' : { name: 'Bob' } };
          return [
            { event: `user.${verb}`, ...put(isTurned ? { ...of, ...by } : { ...by, ...of }) },
            (told) => new RegExp(`Ann ${verb}|by Bob`).test(told) || !told.includes('Bob'),
          ];
        }),
      ),
    ),
  );

const lights = (): Case[] => [
  ...['issue', 'ticket', 'task'].flatMap((of) =>
    ['normal', 'low', 'none', 'P3', 'ok'].map(
      (priority): Case => [{ event: `${of}.opened`, [of]: { title: 'Down', priority } }, (_, light) => light === 'ok'],
    ),
  ),
  ...['failed', 'failures', 'failed_tests', 'error_count'].flatMap((field) =>
    ['finished', 'completed'].map(
      (verb): Case => [{ event: `test.${verb}`, passed: 12, [field]: 4 }, (_, light) => light !== 'critical'],
    ),
  ),
  ...['low', 'info', 'minor'].map(
    (severity): Case => [
      { event: 'alert.triggered', alert: { name: 'Disk', severity } },
      (_, light) => light !== 'info',
    ],
  ),
  ...['incomplete', 'partial success', 'no data', 'finished with warnings'].map(
    (status): Case => [{ event: 'job.finished', job: { name: 'Sync', status } }, (_, light) => light === 'ok'],
  ),
  ...['size_analysis_status', 'master_link_state', 'exec_err_state'].map(
    (field): Case => [
      { event: 'build.updated', build: { name: 'web', [field]: 'ok' } },
      (_, light) => light !== 'info',
    ],
  ),
  ...['[Resolved] ', 'Recovered: ', 'OK - '].map(
    (over): Case => [{ alert: { title: `${over}Disk full`, severity: 'critical' } }, (_, light) => light !== 'info'],
  ),
  ...['score', 'rating', 'nps'].map(
    (field): Case => [{ event: 'survey.completed', [field]: 5 }, (_, light) => light === 'ok'],
  ),
];

/** Counts the messages of generated calls that contain a false statement, by family. */
export const truthRows = (): Row[] =>
  Object.entries({ secrets: secrets(), money: money(), people: people(), lights: lights() }).map(([what, cases]) => {
    const wrong = cases.filter(([body, isWrong]) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const facts: CallFacts = { body: text, contentType: 'application/json', headers: {} };
      return isWrong(withoutTemplate(facts, 'Deploys').text, outlineOf(facts).severity);
    });
    for (const [body] of wrong.slice(0, 5)) console.log(`Wrong about ${what}: ${JSON.stringify(body)}`);
    return { what: `generated calls: wrong about ${what} (of ${cases.length})`, value: wrong.length, bar: { most: 0 } };
  });
