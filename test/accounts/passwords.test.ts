import { describe, expect, it, vi } from 'vitest';
import { passwordFault } from '../../lambdas/accounts/password-guesses.ts';
import { argon2Hasher } from '../../lambdas/accounts/password-hash.ts';
import { newPassword } from '../../lambdas/contract/account.ts';
import { limitConcurrency } from '../../lambdas/platform/limit-concurrency.ts';

const hasher = argon2Hasher();

const COMMON = 'is too common, and attackers try common passwords first';
const faultOf = (password: string) => passwordFault(password, 'ada.lovelace@example.com');

describe('a new password', () => {
  it.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'passw0rd!',
    'letmein123',
    'trustno1',
    'iloveyou',
    'ILoveYou2',
    'superman',
    'football1',
    'baseball',
    'princess99',
    'sunshine2024!',
    'Summer2025',
    'welcome1',
    'Welcome123!',
    'admin123',
    'administrator',
    'changeme',
    '12345678',
    '123456789',
    '87654321',
    '11111111',
    '00000000',
    '12121212',
    '12341234',
    '123123123',
    '11223344',
    '147258369',
    'qwertyui',
    'qwerty123',
    'qwertzuiop',
    '1q2w3e4r',
    '1qaz2wsx',
    'zaq12wsx',
    'asdfghjkl',
    'asdf1234',
    'zxcvbnm1',
    'q1w2e3r4',
    'abcdefgh',
    'abcd1234',
    'a1b2c3d4',
    'aaaaaaaa',
    'abcabcabc',
    'aaaa1111',
    '31121999',
    '19840615',
    '01.02.2003',
    'passwort1',
    'hallo123',
    'schalke04',
    'azertyuiop',
    'jordan23',
    'michael1',
    'jennifer2',
    'monkey123',
    'dragon12',
    'charlie1',
    'ferrari1',
  ])('%s is rejected as common', async (password) => {
    expect(faultOf(password)).toBe(COMMON);
  });

  it.each([
    'correct horse battery staple',
    'plum-carousel-77',
    'Xk7#mp2qLz',
    'gx8Uw2pQ',
    'mumbling otter',
    'tr0ub4dor&3',
    'ναι μπορούμε τώρα',
    '我喜欢吃苹果和梨',
    'kaffee im regenwald',
    'a quiet lake at dusk',
    'hunter2-is-not-me',
    '73051846029',
  ])('%s is accepted', async (password) => {
    expect(faultOf(password)).toBeUndefined();
  });

  it('is rejected in thousands of common forms', async () => {
    const words = [
      'password',
      'sunshine',
      'princess',
      'football',
      'michael',
      'jennifer',
      'dragon',
      'summer',
      'chelsea',
      'pokemon',
    ];
    const endings = [
      '',
      '!',
      '?',
      '.',
      '1!',
      '123',
      '321',
      '007',
      '69',
      '2000',
      '2024',
      '@123',
      '#1',
      '_1',
      '*',
      ...Array.from({ length: 100 }, (_, n) => String(n)),
    ];
    const forms = (word: string) => [word, word.toUpperCase(), word[0]?.toUpperCase() + word.slice(1)];
    const all = new Set(words.flatMap(forms).flatMap((word) => endings.map((ending) => word + ending)));
    const fitting = [...all].filter((password) => newPassword.safeParse(password).success);
    expect(fitting.length).toBeGreaterThan(3000);
    const accepted: string[] = [];
    for (const password of fitting) if (!faultOf(password)) accepted.push(password);
    expect(accepted).toEqual([]);
  });

  it('is rejected if it is on the list of common passwords, in any case', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const fitting = dictionary['passwords-common'].filter((password) => newPassword.safeParse(password).success);
    expect(fitting.length).toBeGreaterThan(3000);
    // Checks every hundredth password, because all of them would take ten seconds.
    const accepted: string[] = [];
    for (const password of fitting.filter((_, index) => index % 100 === 0))
      if (!faultOf(password.toUpperCase())) accepted.push(password);
    expect(accepted).toEqual([]);
    // These match no pattern, but are popular nevertheless.
    for (const password of ['Marlboro', 'bhrh0h2oof6xbqjeh', 'ka12rm12']) expect(faultOf(password)).toBe(COMMON);
  });

  it("must not be the address, its parts or the product's name, with any decoration", async () => {
    for (const password of [
      'ada.lovelace@example.com',
      'ada.lovelace',
      'AdaLovelace1815',
      'Lovelace!!',
      'tellhook',
      'T3llh00k!',
      'tellhooktellhook',
    ])
      expect(faultOf(password)).toBeDefined();
    expect(faultOf('lovelace wrote notes')).toBeUndefined();
    expect(faultOf('T3llh00k!')).toMatch(/must not consist of your email address or the product’s name/);
  });

  it('can be long and contain every character', () => {
    expect(newPassword.safeParse('x y'.repeat(40)).success).toBe(true);
    expect(newPassword.safeParse('1234567').success).toBe(false);
    expect(newPassword.safeParse('x'.repeat(129)).success).toBe(false);
  });

  it.each(['a'.repeat(128), '1a'.repeat(64), 'p@$$w0rd'.repeat(16), '4@8({[<3'.repeat(16), '01496569410'.repeat(11)])(
    'is checked in a moment, however it repeats itself: %s',
    async (password) => {
      faultOf(password);
      const before = process.cpuUsage();
      faultOf(password);
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    },
  );
});

describe('a stored password', () => {
  it("is Argon2id with OWASP's parameters and its own salt", async () => {
    const [one, two] = await Promise.all([hasher.hash('plum-carousel-77'), hasher.hash('plum-carousel-77')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(hasher.outdated(one)).toBe(false);
  });

  it('is compared exactly: no trimming, cutting or folding', async () => {
    const long = 'é'.repeat(64) + 'x'.repeat(64);
    const hash = await hasher.hash(long);
    expect(await hasher.verify(long, hash)).toBe(true);
    for (const other of [`${long} `, long.slice(0, -1), long.toUpperCase(), `${long}y`])
      expect(await hasher.verify(other, hash)).toBe(false);
  });

  it('agrees with the reference implementation', async () => {
    // This hash is from the tests of github.com/P-H-C/phc-winner-argon2 (test.c): argon2 somesalt -id -t 2 -k 65536 -p
    // 1.
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await hasher.verify('password', reference)).toBe(true);
    expect(hasher.outdated(reference)).toBe(true);
  });
});

describe('a runtime without Argon2', () => {
  it('is detected when the function starts, not when a user signs in', async () => {
    vi.resetModules();
    vi.doMock('node:crypto', async (original) => {
      const unsupported = () => {
        throw Object.assign(new Error('Argon2 algorithm not supported'), { code: 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED' });
      };
      return { ...(await original<typeof import('node:crypto')>()), argon2: unsupported, argon2Sync: unsupported };
    });
    const { argon2Hasher: unprovided } = await import('../../lambdas/accounts/password-hash.ts');
    vi.doUnmock('node:crypto');
    expect(unprovided).toThrow('Argon2 algorithm not supported');
  });
});

describe('hashing', () => {
  it('does not block the event loop', async () => {
    let turns = 0;
    let hashing = true;
    const turn = () => {
      turns += 1;
      if (hashing) setImmediate(turn);
    };
    setImmediate(turn);
    await hasher.hash('plum-carousel-77');
    hashing = false;
    // On the main thread, the event loop could not turn before the hash is done.
    expect(turns).toBeGreaterThan(10);
  });

  it('runs two at a time, and the others in order', async () => {
    const run = limitConcurrency(2);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const tasks = [0, 1, 2, 3].map((number) =>
      run(() => {
        started.push(number);
        return new Promise<number>((resolve) => {
          finish[number] = () => resolve(number);
        });
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    finish[1]?.();
    await tasks[1];
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2]);
    finish[0]?.();
    finish[2]?.();
    await Promise.all([tasks[0], tasks[2]]);
    finish[3]?.();
    expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3]);
  });

  it('continues after a failure', async () => {
    const run = limitConcurrency(1);
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await run(async () => 7)).toBe(7);
  });
});
