import { expect, it } from 'vitest';
import { ViolationRecord } from '../../lambdas/templates/sandbox/violations.ts';

it('a template is quarantined after three kills, and messages without a template never are', () => {
  const record = new ViolationRecord(() => 0);
  for (let kill = 0; kill < 3; kill++)
    for (const template of ['{{ slow }}', undefined]) record.add(`${template}`, template);
  expect(record.quarantineSeconds('{{ slow }}', '{{ slow }}')).toBe(3600);
  expect(record.quarantineSeconds('undefined', undefined)).toBe(0);
});
