import type { Digest, DigestEntry, DigestStore } from '../../lambdas/targets/digest.ts';

/** Digests in memory, with their times in the due index. */
export const digestsInMemory = (now: () => Date) => {
  const all = new Map<
    string,
    { digest: Digest; messages: Map<string, DigestEntry>; due?: Date; done: number; at: Date; closed: boolean }
  >();
  const name = ({ userId, targetId, id }: Omit<Digest, 'webhookId'>) => `${userId} ${targetId} ${id}`;
  const of = (digest: Omit<Digest, 'webhookId'>) => {
    const found = all.get(name(digest));
    if (!found) throw new Error('no such digest');
    return found;
  };
  const store: DigestStore = {
    keep: async (digest, message, dueAt) => {
      const kept = all.get(name(digest)) ?? {
        digest,
        messages: new Map(),
        due: dueAt,
        done: 0,
        at: now(),
        closed: false,
      };
      if (kept.closed) return false;
      all.set(name(digest), kept);
      kept.messages.set(message.id, message);
      return true;
    },
    open: async (digest) => {
      const found = all.get(name(digest));
      return found && !found.closed ? { mailsDone: found.done, startedAt: found.at } : undefined;
    },
    messages: async (digest) => [...of(digest).messages.values()],
    progress: async (digest, done) => void Object.assign(of(digest), { done }),
    postpone: async (digest, due) => void Object.assign(of(digest), { due }),
    close: async (digest) => void Object.assign(of(digest), { closed: true, due: undefined }),
  };
  return { store, all };
};
