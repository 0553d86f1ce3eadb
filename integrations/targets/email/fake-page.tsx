import type { FakePage } from '../../../frontend/fakes/fake-page.ts';

export const page: FakePage = {
  guide: {
    title: 'No email yet',
    steps: [
      'All emails of Tellhook arrive here, for every recipient: messages, confirmations, password resets.',
      'In Tellhook, create a target of the kind Email with any address.',
      'Open the confirmation here and follow its link.',
    ],
  },
};
