import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  githubSamples,
  shopifySamples,
  slackSamples,
  standardSamples,
  stripeSamples,
} from '../../frontend/src/features/docs/samples/verify.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * Examples from the documentation of GitHub (validating deliveries) and the reference libraries of Standard Webhooks.
 * Stripe's own library accepts the example of Stripe.
 */
const sample = (
  sender: string,
  code: Record<'JavaScript' | 'Python', string>,
  names: readonly [javascript: string, python: string],
  body: string,
  ...rest: readonly unknown[]
) => ({ sender, code, names, body, rest });
const slackSecret = '8f742231b10e8888abcd99yyyzzz85a5';
const slackSignature = createHmac('sha256', slackSecret).update('v0:1531420618:token=x&text=hi').digest('hex');

const cases = [
  sample(
    'GitHub',
    githubSamples,
    ['cameFromGitHub', 'came_from_github'],
    'Hello, World!',
    'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    "It's a Secret to Everybody",
  ),
  sample(
    'Stripe',
    stripeSamples,
    ['cameFromStripe', 'came_from_stripe'],
    '{"id":"evt_test","object":"event"}',
    't=1700000000,v1=8042376f6ca064adbe037642a718227dfd59047137eb49497a54c49eb0cfb724',
    'whsec_test_secret',
    1_700_000_100,
  ),
  sample(
    'Slack',
    slackSamples,
    ['cameFromSlack', 'came_from_slack'],
    'token=x&text=hi',
    '1531420618',
    `v0=${slackSignature}`,
    slackSecret,
    1_531_420_700,
  ),
  sample(
    'Shopify',
    shopifySamples,
    ['cameFromShopify', 'came_from_shopify'],
    '{"id":1}',
    'VnKUjZsLuN5iZWjn5EntcBVCF9kMN43LglzCE1/GSeY=',
    'hush',
  ),
  sample(
    'Standard Webhooks',
    standardSamples,
    ['isGenuine', 'is_genuine'],
    '{"test": 2432232314}',
    {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    1_614_265_400,
  ),
];

const folder = temporaryFolder();

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('the code samples for verification', () => {
  it.each(cases)('for $sender accept the genuine body and reject another in JavaScript', async (each) => {
    const { sender, code, names, body, rest } = each;
    const file = path.join(folder, `${sender.replace(' ', '')}.mjs`);
    writeFileSync(file, code.JavaScript);
    const script = `import { ${names[0]} as check } from ${JSON.stringify(pathToFileURL(file).href)};
      const [body, rest] = JSON.parse(process.argv[1]);
      console.log(check(Buffer.from(body), ...rest), check(Buffer.from(body + ' '), ...rest));`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script, JSON.stringify([body, rest])]);
    expect(said.toString().trim()).toBe('true false');
  });

  // Without Python, only the JavaScript examples above are tested.
  it.runIf(hasPython)('accept the genuine bodies and reject others in Python', () => {
    const script = `${cases.map(({ code, names }) => `${code.Python}\n_${names[1]} = ${names[1]}\n`).join('\n')}
import sys
for name, body, rest in json.loads(sys.argv[1]):
    check = globals()["_" + name]
    print(check(body.encode(), *rest), check(body.encode() + b" ", *rest))`;
    const given = cases.map(({ names, body, rest }) => [names[1], body, rest]);
    const said = execFileSync('python3', ['-c', `import json\n${script}`, JSON.stringify(given)]).toString();
    expect(said.trim().split('\n')).toEqual(cases.map(() => 'True False'));
  });
});
