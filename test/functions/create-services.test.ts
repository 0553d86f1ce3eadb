import { describe, expect, it } from 'vitest';
import { createServices } from '../../lambdas/functions/create-services.ts';

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

  it('do not compile without one of which another is made', () => {
    const greeting = ({ name }: { name: string }) => `Hello ${name}`;
    // @ts-expect-error nothing gives or makes `name`
    expect(createServices({ FIRST: 'Ada' }, { greeting }).greeting).toBe('Hello undefined');
  });
});
