import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import api from 'virtual:docs-api';
import language from 'virtual:docs-language';
import { beforeAll, describe, expect, it } from 'vitest';
import { docsIndex } from '../../frontend/build/docs-index.ts';
import { docsPages } from '../../frontend/src/features/docs/contents.ts';
import { answers } from '../../frontend/src/features/docs/troubleshooting/answers.ts';
import { groups } from '../../frontend/src/features/docs/troubleshooting/groups.ts';
import { subscriptionTexts } from '../../frontend/src/features/settings/subscription-texts.ts';
import { codeAnchor, engineCodes } from '../../frontend/src/lib/code-anchor.ts';
import { type DocsEntry, searchDocs } from '../../frontend/src/lib/docs-search.ts';
import { helpFor, troubles } from '../../frontend/src/lib/error-help.ts';
import { type PrerenderedPage, prerender } from '../../frontend/src/prerender.tsx';
import { routes } from '../../lambdas/contract/routes.ts';

let pages: PrerenderedPage[];
let index: DocsEntry[];
const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
const pageAt = (address: string) => pages.find(({ path: at }) => at === address);

beforeAll(async () => {
  pages = await prerender();
  index = docsIndex(pages);
});

describe('the pages that are drawn ahead of time', () => {
  it('exist for every section of the documentation, and lead to each other', () => {
    expect(pages.map(({ path: at }) => at)).toEqual(expect.arrayContaining(docsPages.map(({ to }) => to)));
    const contents = /<nav[^>]*aria-label="Contents".*?<\/nav>/s.exec(pageAt('/docs')?.html ?? '')?.[0];
    for (const title of ['Account', 'Targets', 'Webhooks', 'Plans and Billing', 'Troubleshooting'])
      expect(contents).toContain(title);
    for (const [id, title] of Object.entries({
      slack: 'Slack',
      telegram: 'Telegram',
      msteams: 'Microsoft Teams',
      whatsapp: 'WhatsApp',
    }))
      expect(contents).toMatch(new RegExp(`href="/docs/targets#${id}"[^>]*>${title}<`));
    for (const { to } of docsPages) expect(contents).toContain(`href="${to}"`);
  });

  it('hold nothing inline that the policy refuses', () => {
    for (const { html } of pages) expect(html).not.toMatch(/\sstyle=|<script|<style/);
  });

  it('give every heading an address of its own', () => {
    for (const { path: at, html } of pages) {
      const ids = [...html.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, at).toBe(ids.length);
    }
  });

  it('link only to pages and headings that are there', () => {
    const known = new Set(pages.map(({ path: at }) => at));
    const broken: string[] = [];
    for (const { path: at, html } of pages) {
      for (const [, href = ''] of html.matchAll(/href="((?:\/docs|\/legal|#)[^"]*)"/g)) {
        const [to = '', hash] = href.split('#');
        const target = pageAt(to === '' ? at : to);
        if (!target && !known.has(to)) broken.push(`${at}: ${href}`);
        else if (hash && target && !idsOf(target.html).has(hash)) broken.push(`${at}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
  });
});

describe('what a newcomer looks for', () => {
  it.each([
    ['template for a GitHub push', '/docs/templates#github-push'],
    ['github push', '/docs/templates#github-push'],
    ['why did my Telegram message not arrive', '/docs/troubleshooting#telegram'],
    ['telegram not arriving', '/docs/troubleshooting#telegram'],
    ['what counts as an invocation', '/docs/webhooks#invocation'],
    ['how to cancel', '/docs/plans#cancel'],
    ['stop premium', '/docs/plans#cancel'],
    ['cancle subscription', '/docs/plans#cancel'],
    ['cancel subscription', '/docs/plans#cancel'],
    ['how to verify that a call came from GitHub', '/docs/verify#github'],
    ['github signature', '/docs/verify#github'],
    ['T2001', '/docs/template-reference#error-t2001'],
    ['delete my account', '/docs/account#delete'],
  ])('finds "%s" first', (query, href) => {
    expect(searchDocs(index, query)[0]?.href).toBe(href);
  });

  // As people type: other words, no grammar, letters wrong or missing.
  it.each([
    [
      '/docs/templates#github-push',
      ['githb push template', 'how do i format github push', 'push message github commits'],
    ],
    [
      '/docs/troubleshooting#telegram',
      ['telegram msg missing', 'telegrm message not arrived', 'why no telegram message'],
    ],
    [
      '/docs/webhooks#invocation',
      ['invocaton count', 'what is an invocation', 'does a refused call count as invocation'],
    ],
    ['/docs/plans#cancel', ['cancle subscription', 'how do i stop paying', 'end premium']],
    ['/docs/verify#github', ['verfy github', 'check signature of github', 'is this call really from github']],
  ])('%s is among the first three for sloppy questions too', (href, queries) => {
    for (const query of queries)
      expect(
        searchDocs(index, query)
          .slice(0, 3)
          .map((hit) => hit.href),
        query,
      ).toContain(href);
  });

  it.each([
    ['/docs/templates#github-push', 'github pu'],
    ['/docs/troubleshooting#telegram', 'telegram arr'],
    ['/docs/webhooks#invocation', 'what counts'],
    ['/docs/plans#cancel', 'canc'],
    ['/docs/verify#github', 'verify gith'],
  ])('%s is first after a few keys: "%s"', (href, typed) => {
    expect(searchDocs(index, typed)[0]?.href).toBe(href);
  });

  it('is found while it is still being typed, and with a letter wrong', () => {
    expect(searchDocs(index, 'cance').map(({ href }) => href)).toContain('/docs/plans#cancel');
    expect(searchDocs(index, 'telegramm').map(({ href }) => href)).toContain('/docs/targets#telegram');
  });

  it('is not guessed: nothing is found for nothing, or for words that are nowhere', () => {
    expect(searchDocs(index, '  ')).toEqual([]);
    expect(searchDocs(index, 'xylophone quartet')).toEqual([]);
  });
});

/** What stands for a name inside a text. */
const stand: Readonly<Record<string, string>> = {
  provider: 'Slack',
  target: 'inactive',
  why: 'Slack asks to slow down.',
};

/** The texts in the sources that stand for a message to a person: constants are put in where they are named. */
function messagesIn(folder: string): { file: string; message: string }[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const source = readFileSync(path.join(folder, file), 'utf8');
    const constants = new Map(
      [...source.matchAll(/const ([A-Z_]+) = '([^'\n]*)'/g)].map(([, name = '', text = '']) => [name, text]),
    );
    const literals = [
      ...source.matchAll(
        /\b(?:reason|statusReason)(?::|\s*=)\s*(?:[^,;'"`{]{0,90}\?\s*)?(['"`])((?:(?!\1)[^\\]|\\.){8,}?)\1/g,
      ),
      ...source.matchAll(
        /^\s{2,8}(?!text|description|hint|message)(?:\d+|\w+): *\n?\s*(['"`])([A-Z](?:(?!\1)[^\\\n]|\\.){20,}?\.(?: \$\{[A-Z_]+\})?)\1,$/gm,
      ),
      ...source.matchAll(/\breason: *\n\s*(['"`])((?:(?!\1)[^\\]|\\.){8,}?)\1/g),
      ...source.matchAll(/\bretryLater\(\s*(['"`])((?:(?!\1)[^\\]|\\.){8,}?)\1/g),
    ];
    return literals.map(([, , text = '']) => ({
      file,
      message: text.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => constants.get(name) ?? stand[name] ?? '42'),
    }));
  });
}

/** The words of every refusal in the sources, as {@link messagesIn} finds reasons; words for operators are not shown. */
function refusalsIn(folder: string): { file: string; message: string }[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/operator-setup|set-up-provider/.test(file),
  );
  const text = String.raw`(['"\x60])((?:(?!\1)[^\\]|\\.)+?)\1`;
  return files.flatMap((file) => {
    const source = readFileSync(path.join(folder, file), 'utf8');
    const found = [
      ...source.matchAll(new RegExp(String.raw`new AppError\(\s*'[a-z-]+',\s*${text}`, 'g')),
      ...source.matchAll(new RegExp(String.raw`\binvalidField\(\s*'[\w.]*',\s*${text}`, 'g')),
      ...source.matchAll(new RegExp(String.raw`\brefuse\(\s*${text}`, 'g')),
      ...(/AppError|problemAnswer/.test(source)
        ? source.matchAll(new RegExp(String.raw`(?:const (?:message|[A-Z_]{4,}) =|detail:|\bmessage =)\s*${text}`, 'g'))
        : []),
    ];
    return found
      .map(([, , message = '']) => ({ file, message: message.replace(/\$\{(\w+)[^}]*\}/g, wordFor) }))
      .filter(({ message }) => /^[A-Z].* /.test(message));
  });
}

const wordFor = (whole: string, name: string): string => (whole.includes("'s'") ? 's' : (words[name] ?? '42'));
const words: Readonly<Record<string, string>> = {
  'target.status': 'inactive',
  target: 'inactive',
  what: 'Target',
  fault: 'is too common',
  reason: 'failed',
  plural: 's',
};

describe('the way from an error to its help', () => {
  const targets = path.resolve(import.meta.dirname, '../../lambdas/targets');

  it('leads to a heading that exists, whatever the error', () => {
    const headings = idsOf(pageAt('/docs/troubleshooting')?.html ?? '');
    expect(Object.keys(troubles).filter((id) => !headings.has(id))).toEqual([]);
    const errors = idsOf(pageAt('/docs/template-reference')?.html ?? '');
    const codes = [...language.errors.map(({ code }) => code), ...engineCodes];
    expect(codes.filter((code) => !errors.has(codeAnchor(code)))).toEqual([]);
    expect(errors).toContain('errors');
  });

  it('knows every reason that a delivery can end or wait with', () => {
    const messages = messagesIn(targets).filter(({ file }) => !/operator-setup|set-up|page\.ts|texts/.test(file));
    expect(messages.length).toBeGreaterThan(60);
    const unknown = messages.filter(({ message }) => !helpFor(message));
    expect(unknown).toEqual([]);
  });

  it('knows every refusal of the API and of the invoke host', () => {
    const refusals = refusalsIn(path.resolve(import.meta.dirname, '../../lambdas'));
    expect(refusals.length).toBeGreaterThan(45);
    expect(refusals.filter(({ message }) => !helpFor(message))).toEqual([]);
  });

  it.each([
    ['The bot was blocked. Unblock it in Telegram, then reactivate this target. 403 Forbidden', 'telegram-blocked'],
    ['Slack could not be reached. The message is sent again by itself. Gave up after 8 attempts.', 'provider-down'],
    ['The target is inactive. Slack revoked the access. Connect it to a channel again.', 'target-inactive'],
    ['The daily quota of 25 calls is used up. It starts anew at midnight UTC.', 'call-429'],
    ['Your plan allows 1 webhook; this one is beyond it and accepts no calls.', 'call-beyond-plan'],
    ['Your plan allows 1 webhook. Upgrade to premium in your settings to create more.', 'limit-webhooks'],
    ['Your plan allows 25 webhooks. Contact us if you need more.', 'limit-webhooks'],
    ['E-mail address or password is wrong', 'sign-in-failed'],
    ['The URL is not a valid Azure Webhook URL', 'teams-url'],
    ['At least one target needs to be selected', 'needs-target'],
  ])('"%s"', (message, hash) => {
    expect(helpFor(message)).toEqual({ to: '/docs/troubleshooting', hash });
  });

  it('takes the code of a template error', () => {
    expect(helpFor('Line 2, column 14: The left side (T2001)\nTo join texts write &')?.hash).toBe('error-t2001');
    expect(helpFor('Line 1, column 1: Unknown tag (E1005)')?.hash).toBe('error-e1005');
    expect(helpFor('Line 1, column 1: something rare (D3110)')?.hash).toBe('errors');
  });

  it('says nothing about what it does not know', () => {
    expect(helpFor('')).toBeUndefined();
    expect(helpFor('ok')).toBeUndefined();
  });

  it('shows every answer exactly once', () => {
    const shown = groups.flatMap(({ about }) => about);
    expect([...shown].sort()).toEqual(Object.keys(answers).sort());
  });
});

describe('what the documentation says of payments', () => {
  it('names each button as it is called on the screen', () => {
    const plans = pageAt('/docs/plans')?.html ?? '';
    const { upgrade, repair, cancel, resume } = subscriptionTexts;
    for (const name of [upgrade, repair, cancel.button, cancel.question, cancel.keep, resume.button])
      expect(plans).toContain(name);
  });
});

describe('the reference of templates', () => {
  it('explains every function of the language, with an example that works', () => {
    const stops = ['error'];
    for (const { name, does, example } of language.functions) {
      expect(does, name).not.toBe('');
      expect(example?.template, name).toContain(`$${name}(`);
      if (!stops.includes(name)) expect(example?.code, name).toBeUndefined();
    }
  });

  it('shows each error by a template that has it, and one that does not', () => {
    for (const { code, hint, fix, wrong, right } of language.errors) {
      expect(hint + fix, code).not.toBe('');
      if (wrong) expect(wrong.code, code).toBe(code);
      expect(right?.code, code).toBeUndefined();
    }
  });

  it('has examples that the language renders without error', () => {
    for (const [id, { code, result }] of Object.entries(language.examples)) {
      expect(code, id).toBeUndefined();
      expect(result, id).not.toBe('');
    }
  });
});

describe('the reference of the API', () => {
  it('has every call', () => {
    const calls = api.chapters.flatMap((chapter) => chapter.calls.map(({ id }) => id));
    expect(calls.sort()).toEqual(Object.keys(routes).sort());
  });
});
