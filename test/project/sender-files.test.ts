import { describe, expect, it } from 'vitest';
import { readSender } from '../../tools/senders.ts';

const read = (text: string) => () => readSender(text, 'acme/sender.yaml');

describe('a sender file', () => {
  it('tells the line of a value that is not allowed', () => {
    expect(read('secret:\n  way: sent\n  where: There.\n  called: Secret\n')).toThrow('acme/sender.yaml:2: secret.way');
  });

  it('tells the line of an unknown key', () => {
    expect(read('secret:\n  way: chosen\n  where: There.\n  called: Secret\n  place: Here.\n')).toThrow(
      'acme/sender.yaml:5: secret.place',
    );
  });

  it('tells the line of broken YAML', () => {
    expect(read('secret:\n  way: [chosen\n')).toThrow(/^acme\/sender\.yaml:\d+: /);
  });
});
