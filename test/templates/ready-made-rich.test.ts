import { describe, expect, it } from 'vitest';
import { readyMadeById, readyMadeTemplates } from '../../lambdas/templates/ready-made/index.ts';
import { richForm } from '../../lambdas/templates/ready-made/rich-form.ts';
import { renderCall } from '../../lambdas/templates/render-call.ts';
import { type RichMessage, textOf } from '../../lambdas/templates/rich/tree.ts';
import { factsOf, type KnownCall, knownCalls } from './ready-made-calls.ts';

const told = (call: Pick<KnownCall, 'headers' | 'body'>, format: 'plain' | 'rich') => {
  const result = renderCall({ ...factsOf(call), template: undefined, webhookName: 'Deploys', format });
  if ('error' in result) throw new Error(JSON.stringify(result.error));
  return result;
};
const richOf = (call: Pick<KnownCall, 'headers' | 'body'>): RichMessage => told(call, 'rich').rich as RichMessage;
const table = ({ facts = [] }: RichMessage) => facts.map(({ label, runs }) => `${label}: ${textOf(runs)}`);
const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}@.:/]*[\p{L}\p{N}]/gu) ?? [];

describe('ready-made templates in rich form', () => {
  it('say the same as the plain ones for every known call: place and title, the page as its link, no word lost', () => {
    // Words that the facts' labels express differently.
    const said = new Set(['in', 'to']);
    const wrong = knownCalls.flatMap((call) => {
      const plain = told(call, 'plain').message;
      const { message, rich = { blocks: [] } } = told(call, 'rich');
      const lines = plain.split('\n');
      const page = lines.at(-1) ?? '';
      const lost = words(plain).filter((word) => !said.has(word) && !message.toLowerCase().includes(word));
      const title = `${rich.place ? `${rich.place}: ` : ''}${textOf(rich.title ?? [])}`;
      const hasPage = !page.startsWith('https:') || rich.link === page || rich.link === `${page}/`;
      const isTold = !page.startsWith('https:') || message.split(page).length === 2;
      return title.toLowerCase() === lines[0]?.trim().toLowerCase() && hasPage && isTold && lost.length === 0
        ? []
        : [{ plain, title, lost, link: rich.link }];
    });
    expect(wrong).toEqual([]);
  }, 60_000);

  it('link only to pages', () => {
    const wrong = knownCalls
      .flatMap((call) => table(richOf(call)))
      .filter((fact) => fact.startsWith('Page: ') && !/^Page: https?:\/\//.test(fact));
    expect(wrong).toEqual([]);
  });

  it('have facts only in place of existing lines', () => {
    const wrong = readyMadeTemplates().flatMap((template) => {
      const { facts = '', instead = [] } = readyMadeById(template.id) ?? {};
      const form = richForm(template.id).replace(facts, '');
      return instead.filter((piece) => !template.template.includes(piece) || form.includes(piece));
    });
    expect(wrong).toEqual([]);
  });

  it('have buttons for lines of facts that are links, if the call has the address', () => {
    const alert = { status: 'firing', labels: { alertname: 'Down' }, annotations: { summary: 'Down' } };
    const body = { status: 'firing', receiver: 'x', groupLabels: {}, commonLabels: alert.labels, alerts: [alert] };
    expect(richOf({ headers: {}, body: { ...body, externalURL: 'https://alerts.example' } }).buttons).toEqual([
      { label: 'Silence', url: 'https://alerts.example/#/silences/new?filter=%7Balertname%3D%22Down%22%7D' },
    ]);
  });

  it('show more facts than the sentences of the plain form', () => {
    const body = {
      action: 'opened',
      repository: { full_name: 'acme/web' },
      sender: { login: 'octo' },
      pull_request: {
        number: 8,
        title: 'Round *once*',
        body: 'It was\nrounded twice.',
        html_url: 'https://git.example/8',
        head: { ref: 'round', label: 'octo:round' },
        base: { ref: 'main' },
        changed_files: 2,
        additions: 12,
        deletions: 3,
        labels: [{ name: 'bug' }, { name: 'shop' }],
        requested_reviewers: [{ login: 'mona' }],
      },
    };
    const rich = richOf({ headers: { 'x-github-event': 'pull_request' }, body });
    expect(table(rich)).toEqual([
      'Branch: octo:round → main',
      'Changes: 2 files, +12 −3',
      'Labels: bug, shop',
      'Reviewers: mona',
    ]);
    expect(rich.link).toBe('https://git.example/8');
    expect(rich.blocks).toEqual([
      { kind: 'paragraph', runs: [{ text: 'Round *once*' }] },
      { kind: 'quote', runs: [{ text: 'It was\nrounded twice.' }] },
    ]);
  });

  const alert = (labels: object, url: string) => ({
    headers: {},
    body: {
      orgId: 1,
      status: 'firing',
      title: '[FIRING:1] Memory',
      commonLabels: { alertname: 'Memory', severity: 'critical', ...labels },
      alerts: [{ status: 'firing', annotations: { summary: 'Full' }, panelURL: url }],
    },
  });

  it('name the labels that all alerts share', () => {
    const rich = richOf(
      alert({ 'a: b': '[x](https://evil.example)', env_type: 'prod' }, 'https://grafana.example/d/1'),
    );
    expect(table(rich)).toEqual(['A: b: [x](https://evil.example)', 'Env type: prod']);
    expect(rich.severity).toBe('critical');
  });

  it('omit labels that repeat the alert’s line, are flags or ids, or name the exporter', () => {
    const noise = { instance: 'node-1', job: 'node', debug: 'true', uid: '483b197c-7fe8-11e6-b772-acb57db47f23' };
    expect(table(richOf(alert({ ...noise, cluster: 'eu' }, 'https://grafana.example/d/1')))).toEqual(['Cluster: eu']);
  });

  it('show a single measured value, but none of several', () => {
    const lineOf = (values: object) => {
      const { body, headers } = alert({}, 'https://grafana.example/d/1');
      const message = told({ headers, body: { ...body, alerts: [{ ...body.alerts[0], values }] } }, 'plain').message;
      return message.split('\n')[1];
    };
    expect(lineOf({ A: 91.52345, B: 91.52345, C: 1 })).toBe('- Full (value 91.523)');
    expect(lineOf({ A: 2473545728, C: 0 })).toBe('- Full (value 2,473,545,728)');
    expect(lineOf({ A: 2473545728, C: 0, minute: 9 })).toBe('- Full');
    expect(lineOf({ C: 1 })).toBe('- Full');
  });

  it('show an address of a private network without a link', () => {
    const { message, rich } = told(alert({}, 'http://grafana.internal/d/1'), 'rich');
    expect(rich?.link).toBeUndefined();
    expect(table(rich as RichMessage)).toContain('Page: http://grafana.internal/d/1');
    // In plain text, the URL is on a separate line like any other.
    expect(message.split('\n').at(-1)).toBe('http://grafana.internal/d/1');
  });

  it('show text in place of an address as text, and omit addresses of other schemes', () => {
    const told = (page: string) => table(richOf(alert({}, page)));
    expect(told('Error: the mailbox is full')).toEqual([': Error: the mailbox is full']);
    expect(told('tada')).toEqual([': tada']);
    expect(told('javascript:alert(1)')).toEqual([]);
  });

  it('keep secrets that people write out of titles, texts, lists and facts', () => {
    const secret = `ghp_${'a1'.repeat(18)}`;
    const calls = knownCalls.slice(20, 80).map(({ headers, body }) => ({
      headers,
      body: JSON.parse(
        JSON.stringify(body).replace(/"(?:title|message|name|body|culprit)":"[^"]*"/g, (field) =>
          field.replace(/:".*/, `:"${secret}"`),
        ),
      ),
    }));
    const shown = (call: (typeof calls)[number]) => {
      const { message, rich } = told(call, 'rich');
      return `${message}${JSON.stringify(rich)}`;
    };
    expect(calls.filter((call) => shown(call).includes(secret))).toEqual([]);
  });

  it('never link the title to an address in a person’s text', () => {
    const address = 'https://login.evil.example/x?token=abcdef0123456789abcdef';
    const talk = (id: string) => knownCalls.find((call) => call.id === id) as KnownCall;
    const said = (id: string, field: string) => {
      const { headers, body } = talk(id);
      const change = (name: string, value: unknown) => (name === field && typeof value === 'string' ? address : value);
      return { headers, body: JSON.parse(JSON.stringify(body), change) };
    };
    // A message without a page, one whose title is a value, and one whose text is its last line.
    const calls = [
      said('whatsapp-message', 'body'),
      said('apprise-notification', 'title'),
      said('wekan-activity', 'text'),
    ];
    expect(calls.map((call) => richOf(call).link)).toEqual([undefined, undefined, undefined]);
    // A text that imitates the mark before a page's link.
    const { headers, body } = said('whatsapp-message', 'body');
    const marked = JSON.parse(JSON.stringify(body).replace(address, `Hi\\n\ufdd4${address}`));
    expect(told({ headers, body: marked }, 'plain').subject?.link).toBeUndefined();
    calls.push({ headers, body: marked });
    const texts = calls.flatMap((call) => [told(call, 'plain'), told(call, 'rich')]);
    expect(texts.filter((result) => JSON.stringify(result).includes('abcdef0123'))).toEqual([]);
  });
});
