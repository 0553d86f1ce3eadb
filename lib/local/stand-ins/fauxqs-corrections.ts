/**
 * Where fauxqs 2.4.1 differs from SQS, or has no option for what is needed here. Applied to the source of its modules as
 * they are loaded; each correction must find its place exactly, so that another version is noticed and not half corrected.
 */

/** The name under which the corrected modules find the product's clock: a function that returns milliseconds. */
export const CLOCK = Symbol.for('tellhook.queue-clock');

/** The name under which they find among how many messages a FIFO queue looks for free groups. */
export const SEARCHED = Symbol.for('tellhook.queue-searched');

interface Correction {
  why: string;
  what: string;
  by: string;
  times: number;
}

const productTime = (times: number): Correction => ({
  why: 'everything that waits for a date agrees on the product’s clock',
  what: 'Date.now()',
  by: `globalThis[Symbol.for('${CLOCK.description}')]()`,
  times,
});

const corrections: Record<string, Correction[]> = {
  'sqs/sqsStore.js': [
    productTime(15),
    {
      why: 'SQS returns as many messages of one group as there are, in order, and not one only',
      what: '(this.fifoLockedGroups.get(groupId) ?? 0) + 1);\n                break;',
      by: '(this.fifoLockedGroups.get(groupId) ?? 0) + 1);',
      times: 1,
    },
    {
      why: 'several messages of a group that become visible again keep their order',
      what: 'group.unshift(entry.message);',
      by: 'group.push(entry.message); group.sort((a, b) => (a.sequenceNumber < b.sequenceNumber ? -1 : 1));',
      times: 2,
    },
    {
      why: 'groups whose messages stand behind the first 120,000 are not seen, whoever these belong to',
      what: '        const count = Math.min(maxCount, 10);\n        for (const [groupId, groupMsgs] of this.fifoMessages) {\n            if (result.length >= count)\n                break;\n            if (this.fifoLockedGroups.has(groupId))\n                continue;\n            if (groupMsgs.length === 0)\n                continue;',
      by: `        const count = Math.min(maxCount, 10);
        const searched = globalThis[Symbol.for('${SEARCHED.description}')];
        let total = this.inflightMessages.size;
        for (const messages of this.fifoMessages.values()) total += messages.length;
        let last;
        if (total > searched) {
            const numbers = [...this.inflightMessages.values()].map((entry) => entry.message.sequenceNumber);
            for (const messages of this.fifoMessages.values()) for (const message of messages) numbers.push(message.sequenceNumber);
            last = numbers.sort()[searched - 1];
        }
        for (const [groupId, groupMsgs] of this.fifoMessages) {
            if (result.length >= count)
                break;
            if (this.fifoLockedGroups.has(groupId))
                continue;
            if (groupMsgs.length === 0)
                continue;
            if (last !== undefined && groupMsgs[0].sequenceNumber > last)
                continue;`,
      times: 1,
    },
    {
      why: 'among those that are seen a group with a long backlog waits for its turn behind the others',
      what: 'if (groupMsgs.length === 0) {\n                this.fifoMessages.delete(groupId);\n            }',
      by: 'this.fifoMessages.delete(groupId); if (groupMsgs.length > 0) this.fifoMessages.set(groupId, groupMsgs);',
      times: 1,
    },
  ],
  'persistence.js': [
    productTime(1),
    {
      why: 'a killed process loses nothing without a sync per commit (the pages are the kernel’s), and sends get 10x faster',
      what: 'PRAGMA journal_mode = WAL',
      by: 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL',
      times: 1,
    },
    {
      why: 'a message that is made visible at once keeps what these NOT NULL columns hold, instead of failing on NULL',
      what: 'approximate_receive_count = ?, approximate_first_receive_timestamp = ?',
      by: 'approximate_receive_count = COALESCE(?, approximate_receive_count), approximate_first_receive_timestamp = COALESCE(?, approximate_first_receive_timestamp)',
      times: 1,
    },
  ],
};

/** The modules of fauxqs that have corrections, relative to its `dist`. */
export const CORRECTED_MODULES = Object.keys(corrections);

/**
 * @param module one of {@link CORRECTED_MODULES}
 * @throws Error when the source is not the one that the corrections were written for
 */
export const correct = (module: string, source: string): string =>
  (corrections[module] ?? []).reduce((code, { why, what, by, times }) => {
    const parts = code.split(what);
    if (parts.length !== times + 1) throw new Error(`fauxqs is not version 2.4.1: no place to correct "${why}"`);
    return parts.join(by);
  }, source);
