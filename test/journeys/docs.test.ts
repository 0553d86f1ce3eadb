import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { callSamples, patientSamples, querySamples } from '../../frontend/src/features/docs/samples/call.ts';
import { signInSamples } from '../../frontend/src/features/docs/samples/sign-in.ts';
import { githubSamples, storedCallSamples } from '../../frontend/src/features/docs/samples/verify.ts';
import { takePicture } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expect, journey, PATIENT } from './journey.ts';
import { createMock } from './people.ts';

const questions = [
  ['why did a Telegram message not arrive', 'A Telegram message did not arrive'],
  ['how to verify that a call came from GitHub', 'Verify that a call came from GitHub'],
] as const;

const isOnScreen = (box: { y: number } | null) => box !== null && box.y >= 0 && box.y < 860;

journey('a newcomer finds answers in the documentation search', async ({ visit }) => {
  const { page, open } = await visit();
  await open('/docs');
  for (const [question, heading] of questions) {
    const search = page.getByLabel('Search the documentation');
    await search.fill(question);
    await page
      .getByRole('link', { name: new RegExp(heading) })
      .first()
      .waitFor();
    await takePicture(page, `docs searched for ${question}`);
    await search.press('Enter');
    const found = page.getByRole('heading', { name: heading, exact: true });
    await found.waitFor();
    await expect.poll(async () => isOnScreen(await found.boundingBox()), PATIENT).toBe(true);
  }
});

journey('a user finds answers in the palette, and samples with their own invoke URL', async ({ product, visitAs }) => {
  const user = await signUp(product);
  const webhook = await createWebhook(product, user, [await createMock(user)], { name: 'Deploys' });
  const { page, open } = await visitAs(user);
  await open('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('counts as an invocation');
  await page.getByRole('option', { name: /What counts as an invocation/ }).click();
  await page.getByRole('heading', { name: 'What counts as an invocation' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/webhooks');
  await page.getByText(`curl ${webhook.url}`).first().waitFor();
  await page.getByRole('button', { name: 'Python' }).first().click();
  await page.getByText(`"${webhook.url}",`).first().waitFor();
});

const run = promisify(execFile);
const languages = {
  curl: (script: string, cwd: string) => run('bash', ['-c', script], { cwd }),
  JavaScript: (script: string, cwd: string) => run(process.execPath, ['--input-type=module', '-e', script], { cwd }),
  Python: (script: string, cwd: string) => run('python3', ['-c', script], { cwd }),
} as const;
const here = async (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );

journey('every sample works when it is copied unchanged from the page', async ({ product }) => {
  const user = await signUp(product);
  const { id, url } = await createWebhook(product, user, [await createMock(user)], { name: 'Samples' });
  const folder = temporaryFolder();
  const own = (code: string) => code.replaceAll('https://APP-HOST', product.appUrl);
  const ownAccount = (code: string) => own(code).replace('you@example.com', user.email).replace('…', user.password);
  const calls = async () => user.api('listInvocations', { id });
  const hasPython = await here('python3');
  try {
    await writeFile(path.join(folder, 'payload.json'), '{"event":"patient"}');
    const hasJq = await here('jq');
    const names = (['curl', 'JavaScript', 'Python'] as const).filter((name) => name !== 'Python' || hasPython);
    const waiting = {
      curl: '',
      JavaScript: "\nawait send({ event: 'patient' });",
      Python: "\nsend({'event': 'patient'})",
    };
    await Promise.all(
      names.map(async (name) => {
        const start = (script: string) => languages[name](script, folder);
        const called = await start(callSamples(url)[name]);
        expect(called.stdout, name).toMatch(name === 'curl' ? /^\{"id":"\w+"/ : /^202 \{ ?["']?id/);
        await start(querySamples(url)[name]);
        await start(patientSamples(url)[name] + waiting[name]);
        // The sign-in with curl requires jq, which is not installed everywhere.
        if (name !== 'curl' || hasJq)
          expect((await start(ownAccount(signInSamples[name]))).stdout, name).toContain('Samples');
      }),
    );
    const events = (await calls()).map(({ raw_body }) => raw_body && JSON.parse(raw_body).event);
    for (const event of ['order.created', '', 'patient'])
      expect(
        events.filter((each) => each === event),
        event,
      ).toHaveLength(names.length);
    await fetch(url, {
      method: 'POST',
      headers: {
        'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      },
      body: 'Hello, World!',
    });
    const [stored] = await calls();
    const known = (declare: string) => `${declare}id = '${stored?.id}'; ${declare}token = '${user.token}';`;
    process.env.SECRET = "It's a Secret to Everybody";
    const script = `${githubSamples.JavaScript}\n${known('const ')}\n${own(storedCallSamples.JavaScript)}`;
    expect((await languages.JavaScript(script, folder)).stdout).toBe('true\n');
    if (hasPython) {
      const python = `${githubSamples.Python}\n${known('')}\n${own(storedCallSamples.Python)}`;
      expect((await languages.Python(python, folder)).stdout).toBe('True\n');
    }
    if (hasJq && (await here('openssl'))) {
      const curl = `ID=${stored?.id} TOKEN=${user.token}\n${own(storedCallSamples.curl)}`;
      const [computed, given, ...more] = (await languages.curl(curl, folder)).stdout.match(/[0-9a-f]{64}/g) ?? [];
      expect([computed, more]).toEqual([given, []]);
      expect(given).toMatch(/^757107ea/);
    }
  } finally {
    delete process.env.SECRET;
  }
});
