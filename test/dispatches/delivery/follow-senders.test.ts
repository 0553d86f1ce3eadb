import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { webhookDefaults } from '../../../lambdas/model/webhook.ts';
import { matters } from '../../support/matters.ts';

/** The first documented call of a service. */
const callOf = (sender: string): Record<string, unknown> => {
  const path = new URL(`../../../integrations/senders/${sender}/calls.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8'))[0].body;
};
const { subject } = webhookDefaults;
/** A webhook as the form creates it, with the service's own message and subject. */
const ordinary = { subject, useTemplate: false, template: '' };
const world = (follow: 'auto' | 'off' = 'auto') => matters({ webhook: { ...ordinary, follow }, limit: 4000 });
const ways = (posts: string[]) => posts.map((post) => post.slice(0, post.indexOf(':')));

const alertmanager = callOf('alertmanager');
const grafana = callOf('grafana');
const kuma = callOf('uptime-kuma');
const run = (conclusion: string | null, action: string) => ({
  action,
  workflow_run: {
    id: 77,
    name: 'CI',
    conclusion,
    status: conclusion ? 'completed' : 'in_progress',
    html_url: 'https://github.com/o/r/actions/runs/77',
    head_branch: 'main',
  },
  repository: { full_name: 'octo/hello' },
  sender: { login: 'mona' },
});

describe('a service’s calls about one matter', () => {
  it.each([
    ['Alertmanager', { ...alertmanager, status: 'firing' }, { ...alertmanager, status: 'resolved' }],
    ['Grafana', { ...grafana, status: 'firing' }, { ...grafana, status: 'resolved' }],
    ['Uptime Kuma', { ...kuma, heartbeat: { status: 0 } }, { ...kuma, heartbeat: { status: 1 } }],
  ])('are one message with its changes, and a reply when it is over: %s', async (_name, firing, resolved) => {
    const { call, posts } = world();
    for (const body of [firing, firing, firing, resolved]) await call(body, 120);
    expect(ways(posts)).toEqual(['new', 'update m1', 'update m1', 'update m1', 'reply m1']);
    expect(posts.at(-2)).toMatch(/Resolved after 6 min · 4 calls$/);
  });

  it('are separate messages for separate matters', async () => {
    const { call, posts } = world();
    await call(alertmanager);
    await call({ ...alertmanager, groupKey: 'another' });
    expect(ways(posts)).toEqual(['new', 'new']);
  });

  it('follow a workflow run from its start to its end', async () => {
    const { call, posts } = world();
    const headers = { 'x-github-event': 'workflow_run' };
    await call(run(null, 'in_progress'), 60, headers);
    await call(run('failure', 'completed'), 60, headers);
    expect(posts[0]).toMatch(/^new: /);
    expect(ways(posts).slice(1)).toContain('update m1');
    expect(ways(posts).filter((way) => way === 'new')).toHaveLength(1);
  });
});

describe('a hundred calls of a flapping alert', () => {
  const flap = async (follow: 'auto' | 'off') => {
    const { call, posts } = world(follow);
    for (let number = 0; number < 100; number++)
      await call({ ...alertmanager, status: number % 2 === 0 ? 'firing' : 'resolved' }, 60);
    return ways(posts);
  };

  it('notify people a hundred times without follow-ups, and far fewer with them', async () => {
    expect(await flap('off')).toHaveLength(100);
    const posts = await flap('auto');
    const loud = posts.filter((way) => !way.startsWith('update'));
    expect(posts.filter((way) => way === 'new')).toHaveLength(1);
    // The figures in docs/decisions/0039-living-messages.md.
    expect(loud).toHaveLength(7);
  });
});
