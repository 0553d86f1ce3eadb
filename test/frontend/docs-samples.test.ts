import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import {
  githubSamples,
  shopifySamples,
  slackSamples,
  standardSamples,
  stripeSamples,
} from '../../frontend/src/features/docs/samples/verify.ts';

/**
 * What the senders publish, and values computed by the same rules: GitHub (docs.github.com, validating deliveries),
 * Standard Webhooks (its reference libraries), Stripe (accepted by its library).
 */
const cases = [
  {
    sender: 'GitHub',
    code: githubSamples,
    names: ['cameFromGitHub', 'came_from_github'],
    body: 'Hello, World!',
    rest: ['sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17', "It's a Secret to Everybody"],
  },
  {
    sender: 'Stripe',
    code: stripeSamples,
    names: ['cameFromStripe', 'came_from_stripe'],
    body: '{"id":"evt_test","object":"event"}',
    rest: [
      't=1700000000,v1=8042376f6ca064adbe037642a718227dfd59047137eb49497a54c49eb0cfb724',
      'whsec_test_secret',
      1_700_000_100,
    ],
  },
  {
    sender: 'Slack',
    code: slackSamples,
    names: ['cameFromSlack', 'came_from_slack'],
    body: 'token=x&text=hi',
    rest: ['1531420618', 'v0=SLACK', '8f742231b10e8888abcd99yyyzzz85a5', 1_531_420_700],
  },
  {
    sender: 'Shopify',
    code: shopifySamples,
    names: ['cameFromShopify', 'came_from_shopify'],
    body: '{"id":1}',
    rest: ['VnKUjZsLuN5iZWjn5EntcBVCF9kMN43LglzCE1/GSeY=', 'hush'],
  },
  {
    sender: 'Standard Webhooks',
    code: standardSamples,
    names: ['isGenuine', 'is_genuine'],
    body: '{"test": 2432232314}',
    rest: [
      {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      1_614_265_400,
    ],
  },
];

const folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { createHmac } = await import('node:crypto');
const slackSignature = createHmac('sha256', '8f742231b10e8888abcd99yyyzzz85a5')
  .update('v0:1531420618:token=x&text=hi')
  .digest('hex');
const withSlack = (rest: readonly unknown[]) =>
  rest.map((each) => (each === 'v0=SLACK' ? `v0=${slackSignature}` : each));

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('the samples that verify a call', () => {
  it.each(cases)('$sender: the JavaScript takes the genuine body and refuses another', async (each) => {
    const { sender, code, names, body, rest } = each;
    const file = path.join(folder, `${sender.replace(' ', '')}.mjs`);
    writeFileSync(file, code.JavaScript);
    const script = `import { ${names[0]} as check } from ${JSON.stringify(pathToFileURL(file).href)};
      const [body, rest] = JSON.parse(process.argv[1]);
      console.log(check(Buffer.from(body), ...rest), check(Buffer.from(body + ' '), ...rest));`;
    const said = execFileSync(process.execPath, [
      '--input-type=module',
      '-e',
      script,
      JSON.stringify([body, withSlack(rest)]),
    ]);
    expect(said.toString().trim()).toBe('true false');
  });

  // Most machines have Python; where there is none, the JavaScript above stands for the rules.
  it.runIf(hasPython)('the Python does the same', () => {
    const script = `${cases.map(({ code, names }) => `${code.Python}\n_${names[1]} = ${names[1]}\n`).join('\n')}
import sys
for name, body, rest in json.loads(sys.argv[1]):
    check = globals()["_" + name]
    print(check(body.encode(), *rest), check(body.encode() + b" ", *rest))`;
    const given = cases.map(({ names, body, rest }) => [names[1], body, withSlack(rest)]);
    const said = execFileSync('python3', ['-c', `import json\n${script}`, JSON.stringify(given)]).toString();
    expect(said.trim().split('\n')).toEqual(cases.map(() => 'True False'));
  });
});
