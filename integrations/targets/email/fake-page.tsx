import type { FakePage } from '../../../frontend/fakes/fake-page.ts';

export const page: FakePage = {
  guide: {
    title: 'No mail yet',
    steps: [
      'Everything Tellhook mails arrives here, whoever it is for: messages, confirmations, password resets.',
      'In Tellhook, create a target of the kind Email with any address.',
      'Open the confirmation here and follow its link.',
    ],
  },
};
