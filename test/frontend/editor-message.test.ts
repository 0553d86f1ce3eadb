import { describe, expect, it } from 'vitest';
import { partsFor } from '../../frontend/src/features/editor/limits.ts';
import { userName } from '../../integrations/targets/discord/name.ts';
import { mailSubject } from '../../integrations/targets/email/subject.ts';
import { listTargetKinds } from '../../lambdas/targets/read-targets.ts';

const limitOf = (slug: string) => listTargetKinds({}).find((kind) => kind.slug === slug)?.limit;

describe('a message’s length', () => {
  it('determines the number of its parts', () => {
    const long = 'word '.repeat(1000);
    const { parts, truncated } = partsFor(long, limitOf('telegram'), true);
    expect(parts.map(({ text }) => text.slice(0, 6))).toEqual(['(1/2) ', '(2/2) ']);
    expect(truncated).toBe(false);
    expect(partsFor(long, limitOf('email'), true).parts).toHaveLength(1);
  });

  it('is counted as the target type counts it', () => {
    const length = (slug: string, text: string) => partsFor(text, limitOf(slug), true).parts[0]?.length;
    expect(length('telegram', 'a<b & c_d')).toBe(9);
    expect(length('slack', 'a<b & c_d')).toBe(16);
    expect(length('discord', 'a<b & c_d')).toBe(11);
    expect(length('msteams', 'ab\ncd')).toBe(94);
  });

  it('shows that the end is missing if messages are not split', () => {
    const { parts, truncated } = partsFor('word '.repeat(1000), limitOf('slack'), false);
    expect(truncated).toBe(true);
    expect(parts).toHaveLength(1);
    expect(parts[0]?.length).toBeLessThanOrEqual(3900);
    expect(parts[0]?.text.endsWith('... (truncated)')).toBe(true);
  });

  it('is counted in characters for a type without a limit', () => {
    expect(partsFor('abc', undefined, true)).toEqual({ parts: [{ text: 'abc', length: 3 }], truncated: false });
  });
});

describe('a sent message', () => {
  it('has an email subject of webhook name and first line', () => {
    const mail = { text: '\nPaid: 3 euro\nThanks', part: 1, parts: 1, webhookName: 'Shop' };
    expect(mailSubject(mail)).toBe('Shop: Paid: 3 euro');
    expect(mailSubject({ ...mail, text: 'Shop: order' })).toBe('Shop: order');
    expect(mailSubject({ ...mail, part: 2, parts: 3 })).toBe('Shop: Paid: 3 euro (2/3)');
    expect(mailSubject({ ...mail, text: 'x'.repeat(300) })).toHaveLength(120);
    expect(mailSubject({ ...mail, text: 'Shop\nOrder 7' })).toBe('Shop: Order 7');
    expect(mailSubject({ ...mail, text: 'Ops did not accept.\n\nPaid', lead: 'Ops did not accept.' })).toBe(
      'Shop: Paid',
    );
  });

  it('has a user name that Discord accepts', () => {
    expect(userName(' Shop  floor ')).toBe('Shop floor');
    expect(userName('My Discord')).toBeUndefined();
    expect(userName('')).toBeUndefined();
  });
});
