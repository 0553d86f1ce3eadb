/**
 * Where fauxqs 2.4.1 differs from SQS in what its FIFO queues hand out. Applied to the source of its message store as it
 * is loaded; each correction must find its place exactly, so that another version is noticed and not half corrected.
 */

/** The module of fauxqs that the corrections are for. */
export const CORRECTED_MODULE = /\/fauxqs\/dist\/sqs\/sqsStore\.js$/;

interface Correction {
  why: string;
  what: string;
  by: string;
  times: number;
}

const corrections: Correction[] = [
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
    why: 'a group with a long backlog waits for its turn behind the others, and cannot keep them from being received',
    what: 'if (groupMsgs.length === 0) {\n                this.fifoMessages.delete(groupId);\n            }',
    by: 'this.fifoMessages.delete(groupId); if (groupMsgs.length > 0) this.fifoMessages.set(groupId, groupMsgs);',
    times: 1,
  },
];

/** @throws Error when the source is not the one that the corrections were written for */
export const correctMessageStore = (source: string): string =>
  corrections.reduce((code, { why, what, by, times }) => {
    const parts = code.split(what);
    if (parts.length !== times + 1) throw new Error(`fauxqs is not version 2.4.1: no place to correct "${why}"`);
    return parts.join(by);
  }, source);
