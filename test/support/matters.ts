import { deliver } from '../../lambdas/dispatches/delivery/deliver.ts';
import { showEnd } from '../../lambdas/dispatches/delivery/show-end.ts';
import type { EndMessage } from '../../lambdas/model/lane-message.ts';
import type { Delivery, FollowedMessage, Lost, Message } from '../../lambdas/model/message.ts';
import type { Target } from '../../lambdas/model/target.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import type { RichMessage } from '../../lambdas/templates/rich/tree.ts';
import { dispatcher, receiptOf } from './dispatcher.ts';
import { aSummary, mattersInMemory } from './in-memory.ts';

export const rules = {
  from: 'own' as const,
  key: 'id',
  state: 'status',
  severity: 'level',
  title: 'name',
  link: 'url',
};

/** A dispatcher for several calls about matters, whose target can change messages and reply to them. */
export const matters = (
  options: { webhook?: Partial<Webhook>; follows?: readonly ('update' | 'reply' | 'data')[]; limit?: number } = {},
) => {
  const base = dispatcher({
    webhook: { follow: 'auto', subject: rules, useTemplate: true, template: '{{name}} {{text}}', ...options.webhook },
  });
  const { table, stores } = base.memory;
  const kept = mattersInMemory();
  const posts: string[] = [];
  const asked: Message[] = [];
  const answers: (Delivery | Lost)[] = [];
  const answer = (): Delivery | Lost => answers.shift() ?? { kind: 'ok' };
  let number = 0;
  const ports = {
    ...base.ports,
    matters: { ...kept.store },
    invocations: { content: stores.invocations.content },
    sender: {
      ...base.ports.sender,
      limitOf: () => ({ max: options.limit ?? 400, counted: 'utf16' as const }),
      richFitOf: async () => (part: RichMessage) => part.blocks.length < 9,
      followsOf: () => options.follows ?? ['update', 'reply'],
      chatOf: (target: Target) => String(target.options.chat ?? 'one chat'),
      send: async (message: Message): Promise<Delivery> => {
        const given = answer();
        if (given.kind === 'lost') throw new Error('a new message cannot be lost');
        asked.push(message);
        posts.push(`new: ${message.text}`);
        number += 1;
        return given.kind === 'ok' ? { ref: `m${number}`, ...given } : given;
      },
      follow: async (message: Message, { ref, how }: FollowedMessage): Promise<Delivery | Lost> => {
        asked.push(message);
        posts.push(`${how} ${ref}: ${message.text}`);
        return answer();
      },
    },
  };
  const add = (body: object, headers: Record<string, string> = {}) => {
    const summary = { ...aSummary(base.clock()), id: newInvocationId(11, base.clock()) };
    table.summaries.set(summary.id, summary);
    const content = { headers, body: Buffer.from(JSON.stringify({ id: 'web-3', name: 'CPU', text: 'high', ...body })) };
    table.contents.set(summary.id, content);
    return summary;
  };
  const run = (invocationId: string, generation = 0) =>
    deliver({ ...base.message, invocationId, generation }, receiptOf(base.clock), ports);
  /** Delivers a message that only tells of an acknowledgement. */
  const tell = (message: EndMessage, receives = 1) => showEnd(message, receiptOf(base.clock, receives), ports);
  const call = async (body: object, seconds = 60, headers?: Record<string, string>) => {
    base.clock.advance(seconds);
    const summary = add(body, headers);
    await run(summary.id);
    return summary;
  };
  const dispatchOf = async ({ id }: { id: string }) => stores.dispatches.get(1, id, 21);
  return { ...base, ports, posts, asked, answers, call, run, tell, kept, table, stores, dispatchOf };
};
