import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findWebhook, signedIn } from '../account.ts';
import type { Given } from '../command.ts';
import { fieldFilter } from '../filter.ts';
import { follow } from '../follow.ts';
import { forward, forwardAddress } from '../forward.ts';
import type { Io } from '../io.ts';
import { briefOf, type Call, colour, printLine, timeOf } from '../print.ts';
import { sampleOf } from '../samples.ts';
import { since } from '../time.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Forwards a call, and retries until the server responds.
 * @returns undefined if the command was stopped
 */
const insist = async (call: Call, to: URL, io: Io): Promise<{ status: number; ms: number } | undefined> => {
  for (let failures = 0; !io.stopped.aborted; failures += 1) {
    const began = io.now().getTime();
    try {
      return { status: await forward(call, to, io.stopped), ms: io.now().getTime() - began };
    } catch (error) {
      if (io.stopped.aborted) return undefined;
      const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      if (failures === 0)
        io.err(`${colour('yellow', `${to.host} is not responding (${reason}). Retrying; calls wait.`, io)}\n`);
      await io.sleep(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS));
    }
  }
  return undefined;
};

const report = (call: Call, answer: { status: number; ms: number } | undefined, given: Given, io: Io): void => {
  const isOnlyPrinted = given.text('to') === undefined && given.text('record') === undefined;
  if (given.flag('json')) {
    printLine(isOnlyPrinted ? call : { id: call.id, ...answer }, io);
    return;
  }
  const time = colour('dim', timeOf(call.invoked_at, io.now()), io);
  const tone = answer && answer.status < 300 ? 'green' : 'red';
  const result = answer ? `  → ${colour(tone, String(answer.status), io)} ${answer.ms} ms` : '';
  io.out(`${time}  ${isOnlyPrinted ? `${call.id}  ` : ''}${briefOf(call)}${result}\n`);
};

/** Prints calls, and forwards them to a local server or saves them as files. No part of a call is ever executed. */
export const listen = async (given: Given, io: Io): Promise<0> => {
  const [to, record, sinceText] = [given.text('to'), given.text('record'), given.text('since')];
  const address = to === undefined ? undefined : forwardAddress(to, given.text('allow-host'));
  const wanted = fieldFilter(given.texts('filter'));
  const from = sinceText === undefined ? undefined : since(sinceText, io.now());
  const folder = record === undefined ? undefined : path.resolve(io.cwd, record);
  const { client } = await signedIn(io);
  const webhook = await findWebhook(given.positionals[0] ?? '', client);
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const destinations = [address?.href, record].filter(Boolean).join(' and ');
  if (!given.flag('json'))
    io.err(`Calls to ${webhook.name}${destinations && ` → ${destinations}`}. Press Ctrl+C to stop.\n`);
  for await (const call of follow(webhook.id, from, client, io)) {
    if (!wanted(call)) continue;
    // A call's id contains only letters and digits, so it cannot change the folder of the file.
    if (folder !== undefined)
      await writeFile(path.join(folder, `${call.id}.json`), `${JSON.stringify(sampleOf(call), undefined, 2)}\n`);
    const answer = address && (await insist(call, address, io));
    if (!address || answer) report(call, answer, given, io);
  }
  return 0;
};
