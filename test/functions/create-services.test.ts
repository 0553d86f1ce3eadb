import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createServices } from '../../lambdas/functions/create-services.ts';
import { extended } from '../../lambdas/platform/extended.ts';

describe('the services of a function', () => {
  it('are made when they are first asked for, once, of one another in whatever order', () => {
    const made: string[] = [];
    const greeting = ({ name }: { name: string }) => {
      made.push('greeting');
      return `Hello ${name}`;
    };
    const name = ({ FIRST, last }: { FIRST: string; last: string }) => {
      made.push('name');
      return `${FIRST} ${last}`;
    };
    const services = createServices({ FIRST: 'Ada' }, { greeting, name, last: () => 'Lovelace' });
    expect(made).toEqual([]);
    expect([services.greeting, services.greeting]).toEqual(['Hello Ada Lovelace', 'Hello Ada Lovelace']);
    expect(made).toEqual(['name', 'greeting']);
  });

  it('that are given come before those that would be made', () => {
    const mail = (): string => {
      throw new Error('nobody asks for this one');
    };
    const services = createServices({ mail: 'a mailbox to read' }, { mail });
    expect(services.mail).toBe('a mailbox to read');
    expect({ ...services }).toEqual({ mail: 'a mailbox to read' });
  });

  it('are never made of themselves, not even by a copy of all of them', () => {
    const greeting = (services: { name: string }) => Object.keys({ ...services }).join();
    const services = createServices({ name: 'Ada' }, { greeting });
    expect(() => services.greeting).toThrow('The service greeting is made of itself.');
  });

  it('are made as late where some more are added to them, and are read by the same names', () => {
    const made: string[] = [];
    const services = createServices({ name: 'Ada' }, { mail: () => made.push('mail'), greeting: () => 'Hello' });
    const more = extended(services, { name: 'Grace', keepGoing: true });
    expect(made).toEqual([]);
    expect([more.greeting, more.greeting, more.name, more.keepGoing]).toEqual(['Hello', 'Hello', 'Grace', true]);
    expect({ ...more }).toEqual({ name: 'Grace', keepGoing: true, greeting: 'Hello', mail: 1 });
  });

  it('are copied nowhere, since a copy makes all of them at once', () => {
    const copies = globSync('lambdas/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^.*\.\.\.(?:services|ports)\b(?![.([]).*$/gm)].map(
        ([line]) => `${file}: ${line.trim()}`,
      ),
    );
    expect(copies).toEqual([]);
  });

  it('do not compile without one of which another is made', () => {
    const greeting = ({ name }: { name: string }) => `Hello ${name}`;
    // @ts-expect-error nothing gives or makes `name`
    expect(createServices({ FIRST: 'Ada' }, { greeting }).greeting).toBe('Hello undefined');
  });
});
