import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Maximum lines of TypeScript per area of the repository (a "room"), enforced by `npm run check`. If a room exceeds its
 * budget, delete code, or raise the number here and give the reason in the commit.
 */
const budgets: Readonly<Record<string, number>> = {
  bench: 4514,
  bin: 809,
  cli: 3410,
  client: 150,
  'frontend/build': 1240,
  'frontend/fakes': 2070,
  'frontend/src': 33735,
  frontend: 100,
  'integrations/presets/*': 120,
  'integrations/targets/*': 2350,
  'lambdas/accounts': 3035,
  'lambdas/adapters': 7631,
  'lambdas/billing': 670,
  'lambdas/contract': 5798,
  'lambdas/dispatches': 4389,
  'lambdas/functions': 1066,
  'lambdas/http': 1903,
  'lambdas/invocations': 2936,
  'lambdas/mail': 1698,
  'lambdas/model': 2621,
  'lambdas/platform': 1043,
  'lambdas/status': 442,
  'lambdas/targets': 2736,
  'lambdas/templates': 7733,
  'lambdas/templates/outline': 6416,
  'lambdas/verification': 1197,
  'lambdas/webhooks': 720,
  'lib/build': 700,
  'lib/constructs': 1465,
  'lib/deploy': 700,
  'lib/local': 9338,
  lib: 440,
  'lib/stacks': 1060,
  test: 70102,
  tools: 3166,
  'vitest.config.ts': 100,
};

const root = path.resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

/**
 * The file's room: the longest path with a budget that contains it, so `lambdas/templates` counts without its `outline`.
 * A star in a path matches any folder. Undefined for third-party and generated code.
 */
const roomOf = (file: string): string | undefined => {
  if (file.startsWith('vendor/') || file.includes('.gen.')) return undefined;
  const folders = file.split('/');
  for (let length = folders.length; length > 0; length--) {
    const room = folders.slice(0, length).join('/');
    if (budgetOf(room) !== undefined) return room;
  }
  return folders[0];
};

/** `integrations/targets/*`: what each folder there may have. */
const budgetOf = (room: string): number | undefined => budgets[room] ?? budgets[room.replace(/[^/]+$/, '*')];

const lines = new Map<string, number>();
for (const file of files) {
  const room = roomOf(file);
  if (room === undefined) continue;
  const count = readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
  lines.set(room, (lines.get(room) ?? 0) + count);
}
const over = [...lines].filter(([room, count]) => count > (budgetOf(room) ?? 0));
for (const [room, count] of over) console.error(`${room}: ${count} lines, budget ${budgetOf(room) ?? 'none'}`);
if (over.length > 0) {
  console.error('Delete something, or raise the budget in tools/line-budgets.ts and say why in the commit.');
  process.exitCode = 1;
} else
  console.log(
    `${[...lines.values()].reduce((sum, count) => sum + count, 0)} lines of TypeScript, every room within its budget`,
  );
