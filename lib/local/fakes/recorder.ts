import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './wire.ts';

export type NewEntry = Omit<Entry, 'id' | 'at'>;

export interface Recorder {
  add(entry: NewEntry): Entry;
  /** Returns a provider's entries, oldest first. */
  list(provider: string): Entry[];
  /** Entries of all providers with a greater id, oldest first, at most `perProvider` of each. */
  after(id: number, perProvider: number): Entry[];
  find(id: number): Entry | undefined;
  /** Adds a later result to an entry. */
  fate(id: number, note: string): void;
  /** Forgets the entries of one provider, or of all. */
  clear(provider?: string): void;
  /** Changes whenever an existing entry is changed or removed, so a page knows to reload. */
  epoch(): number;
  close(): void;
}

/** An entry for a user's action, such as blocking the bot. The conversation shows it as one unobtrusive line. */
export const userEvent = (provider: string, thread: string, text: string): NewEntry => ({
  provider,
  kind: 'user',
  method: '',
  url: '',
  headers: {},
  body: '',
  status: 0,
  thread,
  bubble: { side: 'system', author: '', format: 'plain', text },
});

const bodyLimit = 128 * 1024;

/**
 * Keeps the last `limit` entries of each provider. If there is a folder, each entry is in the provider's log before the
 * response is sent, so it survives a crash.
 */
export const createRecorder = (options: {
  dataDir: string | null;
  providers: string[];
  now: () => Date;
  limit?: number;
}): Recorder => {
  const limit = options.limit ?? 5000;
  const logs = new Map(options.providers.map((slug) => [slug, openLog(options.dataDir, slug, limit)]));
  let lastId = Math.max(0, ...[...logs.values()].map((log) => log.entries.at(-1)?.id ?? 0));
  let epoch = options.now().getTime();

  const logOf = (provider: string): Log => {
    const log = logs.get(provider);
    if (!log) throw new Error(`there is no stand-in named ${provider}`);
    return log;
  };

  return {
    add(entry) {
      lastId += 1;
      const kept: Entry = { ...entry, id: lastId, at: options.now().toISOString(), body: bounded(entry.body) };
      logOf(entry.provider).append(kept);
      return kept;
    },
    list: (provider) => logs.get(provider)?.entries ?? [],
    after: (id, perProvider) =>
      [...logs.values()]
        .flatMap((log) => log.entries.slice(-perProvider).filter((entry) => entry.id > id))
        .sort((a, b) => a.id - b.id),
    find: (id) => {
      for (const log of logs.values()) {
        const found = log.entries.find((entry) => entry.id === id);
        if (found) return found;
      }
      return undefined;
    },
    fate(id, note) {
      for (const log of logs.values()) {
        if (!log.entries.some((entry) => entry.id === id)) continue;
        log.rewrite(log.entries.map((entry) => (entry.id === id ? { ...entry, note } : entry)));
        epoch += 1;
      }
    },
    clear(provider) {
      for (const log of provider === undefined ? logs.values() : [logOf(provider)]) log.rewrite([]);
      epoch += 1;
    },
    epoch: () => epoch,
    close: () => {
      for (const log of logs.values()) log.close();
    },
  };
};

interface Log {
  entries: Entry[];
  append(entry: Entry): void;
  rewrite(entries: Entry[]): void;
  close(): void;
}

const openLog = (dataDir: string | null, slug: string, limit: number): Log => {
  const path = dataDir ? join(dataDir, `${slug}.ndjson`) : undefined;
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  const log: Log = {
    entries: path ? readLines(path).slice(-limit) : [],
    append(entry) {
      log.entries.push(entry);
      if (file !== undefined) writeSync(file, `${JSON.stringify(entry)}\n`);
      lines += 1;
      if (log.entries.length > limit) log.entries.shift();
      // The file is shortened only at twice the limit, so this happens rarely.
      if (lines >= 2 * limit) log.rewrite(log.entries);
    },
    rewrite(entries) {
      log.entries = [...entries];
      lines = entries.length;
      if (path === undefined || file === undefined) return;
      closeSync(file);
      writeFileSync(`${path}.new`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      renameSync(`${path}.new`, path);
      file = openSync(path, 'a');
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
  let lines = log.entries.length;
  let file = path === undefined ? undefined : openSync(path, 'a');
  return log;
};

/** Reads the entries of a log. A killed process may leave an incomplete last line, so unreadable lines are dropped. */
const readLines = (path: string): Entry[] => {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const entries: Entry[] = [];
  for (const line of content.split('\n')) {
    try {
      if (line !== '') entries.push(JSON.parse(line) as Entry);
    } catch {}
  }
  if (content !== '' && !content.endsWith('\n')) {
    writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }
  return entries;
};

const bounded = (body: string): string =>
  body.length <= bodyLimit ? body : `${body.slice(0, bodyLimit)}\n… (${body.length} characters, shortened)`;
