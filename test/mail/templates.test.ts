import { describe, expect, it } from 'vitest';
import { confirmAddressMail } from '../../lambdas/mail/confirm-address.ts';
import { contactMail } from '../../lambdas/mail/contact.ts';
import { passwordResetMail } from '../../lambdas/mail/password-reset.ts';

const link = 'https://app.example.com/user/password/reset/token?a=1&b=2';
const mails = {
  'password reset': passwordResetMail(link),
  'address confirmation': confirmAddressMail({ ownerEmail: 'ada@example.com', targetName: 'Team', link }),
  'contact form': contactMail({ name: 'Ada', email: 'ada@example.com', message: 'Hello' }),
};

/** What a reader of the HTML sees. */
const visibleText = (html: string): string =>
  html
    .slice(html.indexOf('</head>'))
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

describe.each(Object.entries(mails))('the mail for %s', (_, mail) => {
  it('says the same in text and HTML, and has a subject of one line', () => {
    expect(mail.subject).toMatch(/^[^\r\n]{5,100}$/);
    const shown = visibleText(mail.html);
    for (const line of mail.text.split('\n').map((each) => each.replace(/^> |^-- $|:$/g, '')))
      expect(shown).toContain(line);
  });

  it('is readable in dark mode and loads nothing', () => {
    expect(mail.html).toContain('prefers-color-scheme:dark');
    expect(mail.html).toContain('name="color-scheme" content="light dark"');
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/);
  });
});

describe('a link in a mail', () => {
  it('is whole in both forms', () => {
    const { text, html } = mails['password reset'];
    expect(text).toContain(link);
    expect(html).toContain('href="https://app.example.com/user/password/reset/token?a=1&#38;b=2"');
  });
});

describe("a stranger's words", () => {
  const hostile = `<script>alert(1)</script><a href="https://evil.example">click</a>"'&`;

  it('stay words', () => {
    for (const { html } of [
      contactMail({ name: hostile, email: 'ada@example.com', message: hostile }),
      confirmAddressMail({ ownerEmail: hostile, targetName: hostile, link }),
    ]) {
      expect(html).not.toContain('<script');
      expect(html).not.toContain('evil.example"');
      expect(html).toContain('&#60;script&#62;');
    }
  });
});
