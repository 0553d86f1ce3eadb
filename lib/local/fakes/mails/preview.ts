import { exampleMails } from './catalogue.ts';

/** The catalogue for the page, without the emails' HTML. */
export const mailList = (appUrl: string) => ({
  mails: exampleMails(appUrl).map(({ id, name, when, mail: { subject, text } }) => ({ id, name, when, subject, text })),
});

/**
 * An email's HTML in the given colour scheme. A frame's colour scheme cannot be set, so the style sheet is changed.
 * Returns undefined for an unknown id.
 */
export const mailHtml = (id: string, scheme: string | null, appUrl: string): string | undefined =>
  exampleMails(appUrl)
    .find((example) => example.id === id)
    ?.mail.html.replaceAll('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all');
