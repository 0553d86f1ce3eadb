import * as z from 'zod';
import type { SentMail } from '../../../lib/local/events/mail-events.ts';
import { type Fake, FakeInputError, isCodeOf, textAnswer } from '../../../lib/local/fakes/fake.ts';
import type { Entry, NamedAnswer } from '../../../lib/local/fakes/wire.ts';
import type { MailVerdict } from '../../../lib/local/stand-ins/ses.ts';
import { sesRefusals } from '../../../lib/local/stand-ins/ses-refusals.ts';

const answers: NamedAnswer[] = Object.entries(sesRefusals).map(([code, { status, message }]) => ({
  code,
  label: `${status} ${message}`,
}));

const mailId = z.object({ id: z.int() });

/** Simulates all inboxes. The SES fake passes its emails on to it. */
const create: Fake['create'] = ({ recorder, behaviours, onMailFate }) => {
  const tell = async (fate: 'bounce' | 'complaint', id: number): Promise<{ fate: string; told: boolean }> => {
    await onMailFate?.(fate, mailOf(id));
    recorder.fate(id, fate === 'bounce' ? 'It bounced: there is no such mailbox.' : 'It was marked as spam.');
    return { fate, told: onMailFate !== undefined };
  };
  const mailOf = (id: number): SentMail => {
    const entry: Entry | undefined = recorder.find(id);
    if (!entry?.mail) throw new FakeInputError('There is no such email.');
    const { to, from, subject, tags } = entry.mail;
    return { to: to.split(', '), from, subject, tags };
  };
  const mask = (text: string): string => text;

  const verdictNow = (): MailVerdict => {
    const { mode, answer = '' } = behaviours.next('email');
    switch (mode) {
      case '429':
        return { refuse: sesRefusals.Throttling };
      case '500':
        return { refuse: sesRefusals.InternalFailure };
      case 'gone':
        return { refuse: sesRefusals.MessageRejected };
      case 'timeout':
      case 'reset':
        return { silent: mode };
      case 'answer':
        return isCodeOf(sesRefusals, answer) ? { refuse: sesRefusals[answer] } : 'accept';
      default:
        return 'accept';
    }
  };

  return {
    name: 'Mailbox',
    isDelivery: () => false,
    placement: () => ({}),
    handle: () => textAnswer(404, ''),
    refuse: () => textAnswer(404, ''),
    answers,
    answer: () => undefined,
    mask,
    maskUrl: mask,
    threads: () => [{ id: 'inbox', title: 'Inbox', kind: 'mailbox' }],
    actions: {
      bounce: async (input) => tell('bounce', mailId.parse(input).id),
      complain: async (input) => tell('complaint', mailId.parse(input).id),
    },
    onMail: (mail) => {
      const verdict = verdictNow();
      const refused = verdict !== 'accept' && 'refuse' in verdict ? verdict.refuse : undefined;
      recorder.add({
        provider: 'email',
        kind: 'received',
        method: 'POST',
        url: 'https://email.amazonaws.com/',
        headers: mail.headers,
        body: mail.raw,
        status: verdict === 'accept' ? 200 : (refused?.status ?? 0),
        ...(refused ? { note: `${refused.code}: ${refused.message}` } : {}),
        ...(verdict !== 'accept' && 'silent' in verdict ? { note: 'SES did not answer.' } : {}),
        thread: 'inbox',
        mail: {
          to: mail.to.join(', '),
          from: mail.from,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          tags: mail.tags,
        },
      });
      return verdict;
    },
  };
};

export const fake: Fake = { hosts: [], create };
