import { describe, expect, it } from 'vitest';
import { createSealer } from '../../lambdas/adapters/sealing.ts';

const secrets = { url: 'https://hooks.example.com/secret', token: 'ä😀' };

describe('sealed secrets', () => {
  const sealer = createSealer('the secret of this deployment');

  it('can be decrypted where they were encrypted, and are unreadable', () => {
    const sealed = sealer.seal(secrets, 'target 1/2');
    expect(sealer.open(sealed, 'target 1/2')).toEqual(secrets);
    expect(sealed).not.toContain('hooks');
    expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('hooks');
  });

  it('look different each time', () => {
    expect(sealer.seal(secrets, 'target 1/2')).not.toBe(sealer.seal(secrets, 'target 1/2'));
  });

  it('cannot be decrypted for another target', () => {
    const sealed = sealer.seal(secrets, 'target 1/2');
    expect(() => sealer.open(sealed, 'target 1/3')).toThrow();
  });

  it('cannot be decrypted if a single part was changed', () => {
    const parts = sealer.seal(secrets, 'target 1/2').split('.');
    for (const index of parts.keys()) {
      const changed = parts.with(
        index,
        (parts[index] ?? '').replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A')),
      );
      expect(() => sealer.open(changed.join('.'), 'target 1/2')).toThrow();
    }
    expect(() => sealer.open(`${parts.slice(0, 3).join('.')}.AA`, 'target 1/2')).toThrow();
    expect(() => sealer.open('', 'target 1/2')).toThrow();
  });

  it('survive the replacement of the key while the old one is listed', () => {
    const sealed = sealer.seal(secrets, 'target 1/2');
    const both = createSealer(JSON.stringify(['a newer secret', 'the secret of this deployment']));
    expect(both.open(sealed, 'target 1/2')).toEqual(secrets);
    const newer = createSealer('a newer secret');
    expect(newer.open(both.seal(secrets, 'target 1/2'), 'target 1/2')).toEqual(secrets);
    expect(() => newer.open(sealed, 'target 1/2')).toThrow('unknown key');
  });

  it('need a key', () => {
    expect(() => createSealer('[]')).toThrow();
    expect(() => createSealer('[1]')).toThrow();
  });
});
