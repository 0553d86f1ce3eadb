import { exampleMails } from './catalogue.ts';

/** The catalogue for the page: everything but the HTML. */
export const mailList = (appUrl: string) => ({
  mails: exampleMails(appUrl).map(({ id, name, when, mail: { subject, text } }) => ({ id, name, when, subject, text })),
});

/**
 * An email's HTML in one colour scheme, on any system: a frame's scheme cannot be set, so the style sheet is changed.
 * undefined for an unknown name.
 */
export const mailHtml = (id: string, scheme: string | null, appUrl: string): string | undefined =>
  exampleMails(appUrl)
    .find((example) => example.id === id)
    ?.mail.html.replaceAll('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all');
