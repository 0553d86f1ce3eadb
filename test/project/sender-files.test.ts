import { describe, expect, it } from 'vitest';
import { readSender } from '../../tools/senders.ts';

const HEAD = 'name: Acme\nsignature:\n  source: acme.example\n  standard: svix\n';
const SECRET = 'secret:\n  way: chosen\n  where: There.\n  called: Secret\n';
const read = (text: string) => () => readSender(text, 'acme/sender.yaml');

describe('an error in a sender file', () => {
  it('is reported with the line of a value that is not allowed', () => {
    expect(read(HEAD + SECRET.replace('chosen', 'sent'))).toThrow('acme/sender.yaml:6: secret.way');
  });

  it('is reported with the line of an unknown key', () => {
    expect(read(`${HEAD}${SECRET}  place: Here.\n`)).toThrow('acme/sender.yaml:9: secret.place');
  });

  it('is reported with the line of a header in capitals', () => {
    const signature = 'signature:\n  source: acme.example\n  at:\n    header: X-Acme\n    encoding: hex\n';
    expect(read(`name: Acme\n${signature}${SECRET}`)).toThrow('acme/sender.yaml:5: signature.at.header');
  });

  it('is reported with the line of a missing or repeated signature', () => {
    expect(read(`${HEAD.replace('  standard: svix\n', '')}${SECRET}`)).toThrow('acme/sender.yaml:3: signature');
  });

  it('is reported with the line of broken YAML', () => {
    expect(read('secret:\n  way: [chosen\n')).toThrow(/^acme\/sender\.yaml:\d+: /);
  });
});
