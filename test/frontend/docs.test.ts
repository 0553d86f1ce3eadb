import api from 'virtual:docs-api';
import language from 'virtual:docs-language';
import { beforeAll, describe, expect, it } from 'vitest';
import { docsIndex } from '../../frontend/build/docs-index.ts';
import { docsPages } from '../../frontend/src/features/docs/contents.ts';
import { subscriptionTexts } from '../../frontend/src/features/settings/subscription-texts.ts';
import { engineCodes } from '../../frontend/src/lib/code-anchor.ts';
import { type DocsEntry, searchDocs } from '../../frontend/src/lib/docs-search.ts';
import { browserCodes, type HelpCode, helpFor } from '../../frontend/src/lib/help.ts';
import { type PrerenderedPage, prerender } from '../../frontend/src/prerender.tsx';
import { deliveryCodes, problemCauses } from '../../lambdas/contract/codes.ts';
import { routes } from '../../lambdas/contract/routes.ts';

let pages: PrerenderedPage[];
let index: DocsEntry[];
const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
const pageAt = (address: string) => pages.find(({ path: at }) => at === address);

beforeAll(async () => {
  pages = await prerender();
  index = docsIndex(pages);
  // Rendering all Markdown first can take long on a slow machine.
}, 60_000);

describe('the prerendered pages', () => {
  it('exist for every section of the documentation, and link to each other', () => {
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
    // Words that people search for, although no page has them in its name.
    for (const [place, title] of Object.entries({
      '/docs/webhooks#routing': 'Routing',
      '/docs/webhooks#samples': 'Saved samples',
      '/docs/templates#rich': 'Rich messages',
      '/docs/cli': 'Command line',
    }))
      expect(contents).toMatch(new RegExp(`href="${place}"[^>]*>${title}<`));
  });

  it('contain nothing inline that the content security policy blocks', () => {
    for (const { html } of pages) expect(html).not.toMatch(/\sstyle=|<script|<style/);
  });

  it('give every heading an anchor', () => {
    for (const { path: at, html } of pages) {
      const ids = [...html.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, at).toBe(ids.length);
    }
  });

  it('link only to existing pages and headings', () => {
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

describe('the documentation search', () => {
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
  ])('finds the right page first for "%s"', (query, href) => {
    expect(searchDocs(index, query)[0]?.href).toBe(href);
  });

  // Typical queries: other words, no grammar, wrong or missing letters.
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
  ])('lists %s among the first three results for sloppy questions too', (href, queries) => {
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
  ])('lists %s first after a few typed letters: "%s"', (href, typed) => {
    expect(searchDocs(index, typed)[0]?.href).toBe(href);
  });

  it('finds results for half-typed words and for words with a wrong letter', () => {
    expect(searchDocs(index, 'cance').map(({ href }) => href)).toContain('/docs/plans#cancel');
    expect(searchDocs(index, 'telegramm').map(({ href }) => href)).toContain('/docs/targets#telegram');
  });

  it('finds nothing for an empty query, or for unknown words', () => {
    expect(searchDocs(index, '  ')).toEqual([]);
    expect(searchDocs(index, 'xylophone quartet')).toEqual([]);
  });
});

describe('the link from an error to its help', () => {
  it('leads to an existing place for every code', () => {
    const places = idsOf(pageAt('/docs/troubleshooting')?.html ?? '');
    const codes = [...deliveryCodes, ...problemCauses, ...browserCodes];
    expect(codes.filter((code) => !places.has(code))).toEqual([]);
    const errors = idsOf(pageAt('/docs/template-reference')?.html ?? '');
    const templateCodes = [...language.errors.map(({ code }) => code), ...engineCodes] as HelpCode[];
    expect(templateCodes.filter((code) => !errors.has(helpFor(code)?.hash))).toEqual([]);
    expect(errors).toContain('errors');
  });

  it('has one answer for each code, and no other answers', () => {
    const codes: string[] = [...deliveryCodes, ...problemCauses, ...browserCodes];
    const html = pageAt('/docs/troubleshooting')?.html ?? '';
    const answered = [...html.matchAll(/<(?:h3|span) id="([^"]+)"/g)].map(([, id]) => id ?? '');
    expect(answered.filter((code, place) => !codes.includes(code) || answered.indexOf(code) !== place)).toEqual([]);
  });

  it('depends only on the code', () => {
    expect(helpFor('bot-blocked')).toEqual({ to: '/docs/troubleshooting', hash: 'bot-blocked' });
    expect(helpFor('T2001')).toEqual({ to: '/docs/template-reference', hash: 'error-t2001' });
    expect(helpFor('E1005')?.hash).toBe('error-e1005');
    expect(helpFor('D3110')?.hash).toBe('errors');
  });

  it('is left out for errors without a code, and where the field says enough', () => {
    expect(helpFor(undefined)).toBeUndefined();
    expect(helpFor('invalid-input')).toBeUndefined();
  });
});

describe('the documentation of payments', () => {
  it('names each button as it is labelled on the screen', () => {
    const plans = pageAt('/docs/plans')?.html ?? '';
    const { upgrade, repair, cancel, resume } = subscriptionTexts;
    for (const name of [upgrade, repair, cancel.button, cancel.question, cancel.keep, resume.button])
      expect(plans).toContain(name);
  });
});

describe('the template reference', () => {
  it('explains every function of the language with a working example', () => {
    const stops = ['error'];
    for (const { name, does, example } of language.functions) {
      expect(does, name).not.toBe('');
      expect(example?.template, name).toContain(`$${name}(`);
      if (!stops.includes(name)) expect(example?.code, name).toBeUndefined();
    }
  });

  it('shows each error with a template that causes it and one that does not', () => {
    for (const { code, hint, fix, wrong, right } of language.errors) {
      expect(hint + fix, code).not.toBe('');
      if (wrong) expect(wrong.code, code).toBe(code);
      expect(right?.code, code).toBeUndefined();
    }
  });

  it('contains only examples that render without errors', () => {
    for (const [id, { code, result }] of Object.entries(language.examples)) {
      expect(code, id).toBeUndefined();
      expect(result, id).not.toBe('');
    }
  });
});

describe('the API reference', () => {
  it('lists every operation', () => {
    const calls = api.chapters.flatMap((chapter) => chapter.calls.map(({ id }) => id));
    expect(calls.sort()).toEqual(Object.keys(routes).sort());
  });
});
