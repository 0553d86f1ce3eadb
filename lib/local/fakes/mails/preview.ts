import { exampleMails } from './catalogue.ts';

/** The catalogue for the page: everything but the HTML. */
export const mailList = (appUrl: string) => ({
  mails: exampleMails(appUrl).map(({ id, name, when, mail: { subject, text } }) => ({ id, name, when, subject, text })),
});

/**
 * An email's HTML as it looks in one colour scheme, whatever the system's is: a frame cannot be told another one, so
 * the style sheet is. undefined for a name that is none.
 */
export const mailHtml = (id: string, scheme: string | null, appUrl: string): string | undefined =>
  exampleMails(appUrl)
    .find((example) => example.id === id)
    ?.mail.html.replaceAll('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all');
