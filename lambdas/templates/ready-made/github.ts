import { accounts } from './github/accounts.ts';
import { checks } from './github/checks.ts';
import { code } from './github/code.ts';
import { talk } from './github/talk.ts';
import type { Sender, Template } from './ready-made.ts';

/** Every event type that GitHub publishes: https://docs.github.com/webhooks/webhook-events-and-payloads */
export const github: Sender = {
  sender: 'GitHub',
  when: { headers: { 'x-github-event': true } },
  templates: (): Template[] => [...code(), ...talk(), ...checks(), ...accounts()],
};
