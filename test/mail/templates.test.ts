import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageMail } from '../../integrations/targets/email/message.ts';
import { confirmAddressMail } from '../../lambdas/mail/confirm-address.ts';
import { contactMail } from '../../lambdas/mail/contact.ts';
import { exampleMails } from '../../lib/local/fakes/mails/catalogue.ts';

const appUrl = 'https://app.example.com';
const mails = exampleMails(appUrl);

/** The visible text of the HTML, one entry per run. */
const shownRuns = (html: string): string[] =>
  html
    .slice(html.indexOf('</head>'))
    .split(/<[^>]*>/)
    .map((run) => run.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).trim())
    .filter((run) => run !== '');
const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  );

describe('the email catalogue', () => {
  it('contains every email of the product', () => {
    const folder = path.resolve(import.meta.dirname, '../../lambdas/mail');
    const written = readdirSync(folder).flatMap((file) =>
      [...readFileSync(path.join(folder, file), 'utf8').matchAll(/export const (\w+Mail) =/g)].map(([, name]) => name),
    );
    const catalogue = readFileSync(
      path.resolve(import.meta.dirname, '../../lib/local/fakes/mails/catalogue.ts'),
      'utf8',
    );
    expect(written.length).toBeGreaterThan(7);
    // All notices have the same layout, and each kind has separate content.
    expect(written.filter((name) => name !== 'noticeMail' && !catalogue.includes(`mail: ${name}(`))).toEqual([]);
    const notices = readFileSync(path.join(folder, 'owner-notice.ts'), 'utf8');
    const kinds = new Set([...notices.matchAll(/kind: '([\w-]+)'/g)].map(([kind]) => kind));
    expect(kinds.size).toBeGreaterThan(4);
    expect([...kinds].filter((kind) => !catalogue.includes(kind))).toEqual([]);
  });
});

describe.each(mails)('the email "$name"', ({ name, mail }) => {
  it('has all content of its HTML in its text, and a subject of one line', () => {
    expect(mail.subject).toMatch(/^[^\r\n]{5,120}$/);
    const said = mail.text.replace(/^> ?/gm, '');
    for (const run of shownRuns(mail.html).filter((each) => each !== 'Tellhook')) expect(said).toContain(run);
    for (const link of linksOf(mail.html)) expect(said).toContain(link);
  });

  it('has all content of its text in its HTML', () => {
    const shown = [...shownRuns(mail.html), ...linksOf(mail.html)].join('\n');
    for (const line of mail.text.split('\n').map((each) => each.replace(/^> ?|^-[- ]+$|: https:\S+$|:$/g, '')))
      expect(shown).toContain(line);
  });

  it('is readable in dark mode and loads nothing', () => {
    expect(mail.html).toContain('prefers-color-scheme:dark');
    expect(mail.html).toContain('name="color-scheme" content="light dark"');
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/);
  });

  it('links only to pages of the product, and to URLs that its message shows', () => {
    const foreign = linksOf(mail.html).filter((link) => new URL(link).origin !== appUrl);
    for (const link of foreign) expect(mail.html).toContain(`>${link.replaceAll('&', '&#38;')}</a>`);
    expect(foreign.length > 0).toBe(/^Email target: (?:message|digest)$/.test(name));
  });
});

describe('an email message that begins with the webhook’s name', () => {
  it('shows the name once in HTML, and is complete in text', () => {
    const link = `${appUrl}/x`;
    const { html, text } = messageMail({
      text: 'Builds\n\na: 1',
      webhookName: 'Builds',
      part: 1,
      parts: 1,
      link,
      stop: link,
    });
    expect(shownRuns(html)).toEqual(expect.arrayContaining(['Builds', 'a: 1']));
    expect(
      shownRuns(html)
        .join('\n')
        .match(/Builds/g),
    ).toHaveLength(1);
    expect(text.startsWith('Builds\n\na: 1\n')).toBe(true);
  });
});

describe('text from a stranger', () => {
  const hostile = `<script>alert(1)</script><a href="https://evil.example">click</a>"'&`;
  const link = `${appUrl}/x`;

  it('stays text', () => {
    for (const { html } of [
      contactMail({ name: hostile, email: 'ada@example.com', message: hostile }),
      confirmAddressMail({ ownerEmail: hostile, targetName: hostile, link, stop: link }),
      messageMail({ text: hostile, webhookName: hostile, part: 1, parts: 1, link, stop: link }),
    ]) {
      expect(html).not.toContain('<script');
      expect(html).not.toMatch(/evil\.example"(?! style)/);
      expect(html).toContain('&#60;script&#62;');
    }
  });
});

describe('the subject of an email message', () => {
  it.each([
    ['a default message that begins with the webhook’s name', 'Shop\norder: 17', 'Shop: order: 17'],
    ['a default message with a title', 'Shop: order.created\nnumber: 17', 'Shop: order.created'],
    ['a message with nothing but the name', 'Shop', 'Shop'],
  ])('distinguishes it from others in an inbox: %s', (_what, text, subject) => {
    const link = 'https://app.example.com/webhooks/1';
    expect(messageMail({ text, webhookName: 'Shop', part: 1, parts: 1, link, stop: link }).subject).toBe(subject);
  });
});
