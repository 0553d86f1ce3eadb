import { readFileSync } from 'node:fs';
import { plans } from '../../lambdas/model/plans.ts';
import { webhookDefaults } from '../../lambdas/model/webhook.ts';
import { createDigester } from '../../lambdas/targets/digest.ts';
import { digestsInMemory } from '../../test/support/digests.ts';
import { limitsInMemory } from '../../test/support/in-memory.ts';
import { matters } from '../../test/support/matters.ts';
import { chanceOf } from '../../test/support/simulation/chance.ts';

interface Alerts {
  headers?: Record<string, string>;
  /**
   * The service's recorded call, changed to begin or end one of several matters.
   * @param opening counts how often the matter has begun
   */
  body(matter: number, isOpen: boolean, opening: number): object;
}

const recorded = (sender: string, has: string): { headers: Record<string, string>; body: never } => {
  const path = new URL(`../../integrations/senders/${sender}/calls.json`, import.meta.url);
  const calls = JSON.parse(readFileSync(path, 'utf8')) as ReturnType<typeof recorded>[];
  return calls.find(({ body }) => JSON.stringify(body).includes(has)) as ReturnType<typeof recorded>;
};

/** The format that Alertmanager and Grafana share. */
const prometheus = (sender: string): Alerts => {
  const body: { alerts: object[] } = recorded(sender, 'groupKey').body;
  return {
    body: (matter, isOpen) => {
      const status = isOpen ? 'firing' : 'resolved';
      const alerts = body.alerts.slice(0, 1).map((alert) => ({ ...alert, status }));
      return { ...body, groupKey: `group ${matter}`, status, alerts };
    },
  };
};

const services = (): Record<string, Alerts> => {
  const kuma: { monitor: object; heartbeat: object } = recorded('uptime-kuma', 'heartbeat').body;
  const github: { headers: Record<string, string>; body: { workflow_run: object } } = recorded(
    'github',
    '"workflow_run"',
  );
  const alarm: object = recorded('amazon-sns', '"Region"').body;
  return {
    Alertmanager: prometheus('alertmanager'),
    Grafana: prometheus('grafana'),
    'Uptime Kuma': {
      body: (matter, isOpen) => ({
        ...kuma,
        monitor: { ...kuma.monitor, id: matter },
        heartbeat: { ...kuma.heartbeat, status: isOpen ? 0 : 1 },
      }),
    },
    'GitHub runs': {
      headers: github.headers,
      // A run never begins again, so each is a new matter.
      body: (matter, isOpen, opening) => ({
        ...github.body,
        action: isOpen ? 'in_progress' : 'completed',
        workflow_run: {
          ...github.body.workflow_run,
          ...{
            id: 10_000 * matter + opening,
            status: isOpen ? 'in_progress' : 'completed',
            conclusion: isOpen ? null : 'success',
          },
        },
      }),
    },
    CloudWatch: {
      body: (matter, isOpen) => ({
        ...alarm,
        AlarmArn: `arn:aws:cloudwatch:eu-central-1:1:alarm:${matter}`,
        NewStateValue: isOpen ? 'ALARM' : 'OK',
      }),
    },
  };
};

const CALLS = 100;
const MATTERS = 4;
const MINUTE = 60;

/**
 * A hundred calls about four matters, always the same ones: each opens, repeats every five minutes or so, and resolves.
 * A third of them open again within ten minutes.
 */
const sequence = (seed: number): { seconds: number; matter: number; isOpen: boolean; opening: number }[] => {
  const chance = chanceOf(seed);
  const next = Array.from({ length: MATTERS }, () => ({
    at: chance.between(0, 120) * MINUTE,
    isOpen: true,
    opening: 1,
  }));
  let now = 0;
  return Array.from({ length: CALLS }, () => {
    const matter = next.reduce((first, { at }, index) => (at < (next[first]?.at ?? 0) ? index : first), 0);
    const { at, isOpen, opening } = next[matter] as (typeof next)[number];
    const seconds = Math.max(1, at - now);
    now += seconds;
    const wait = isOpen ? chance.between(3, 8) : chance.happens(1 / 3) ? chance.between(1, 9) : chance.between(60, 360);
    next[matter] = {
      at: now + wait * MINUTE,
      isOpen: isOpen ? chance.happens(0.6) : true,
      opening: isOpen ? opening : opening + 1,
    };
    return { seconds, matter, isOpen, opening };
  });
};

/** Runs a measurement for each service, without the dispatcher's log, which would hide the results. */
const quietly = async (measure: (alerts: Alerts, seed: number) => Promise<number>): Promise<Record<string, number>> => {
  const messages: Record<string, number> = {};
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  for (const [seed, [name, alerts]] of Object.entries(services()).entries())
    messages[name] = await measure(alerts, seed);
  process.stdout.write = write;
  return messages;
};

const WEBHOOK = { subject: webhookDefaults.subject, useTemplate: false, template: '' };

/** The number of messages that a chat shows after a hundred calls of each service; updates are not messages. */
export const noise = (follow: 'auto' | 'off'): Promise<Record<string, number>> =>
  quietly(async ({ headers, body }, seed) => {
    const { call, posts } = matters({ webhook: { ...WEBHOOK, follow }, limit: 4096 });
    for (const { seconds, matter, isOpen, opening } of sequence(seed))
      await call(body(matter, isOpen, opening), seconds, headers);
    return posts.filter((post) => !post.startsWith('update')).length;
  });

/** The digest limit that the webhook's form offers first. */
const DIGEST = { after: 20, withinSeconds: 60 };

/**
 * The number of messages and digests that a chat shows after a storm of each service. It is a hundred calls in 50
 * seconds, each about another matter. Critical ones never join a digest.
 */
export const stormNoise = (digest: typeof DIGEST | null = DIGEST): Promise<Record<string, number>> =>
  quietly(async ({ headers, body }) => {
    const { call, posts, ports, clock } = matters({ webhook: { ...WEBHOOK, digest }, limit: 4096 });
    const { store, all } = digestsInMemory(clock);
    const intoDigest = createDigester({
      ...{ digests: store, limitStore: limitsInMemory().store, plans, clock },
      kinds: { isMetered: () => false, isRead: () => false },
    });
    Object.assign(ports.sender, { intoDigest });
    for (let matter = 0; matter < CALLS; matter++) await call(body(matter, true, 1), 0.5, headers);
    return posts.length + all.size;
  });

/** The average of the services, as a whole number. */
export const meanOf = (messages: Record<string, number>): number => {
  const all = Object.values(messages);
  return Math.round(all.reduce((sum, each) => sum + each, 0) / all.length);
};
