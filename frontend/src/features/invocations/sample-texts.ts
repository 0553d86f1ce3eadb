import { MAX_KEPT_SAMPLES } from '#contract/bounds';

export const sampleTexts = {
  title: 'Keep this call as a sample',
  text: 'A sample stays when its call expires. Send it again as a test call, or try templates with it in the editor.',
  secrets: 'Secrets in headers are masked, as in the call.',
  count: (kept: number) => `This webhook keeps ${kept} of ${MAX_KEPT_SAMPLES} samples.`,
  full: `This webhook keeps ${MAX_KEPT_SAMPLES} samples, which is the most. Remove one first: open “Send test call”, choose it, then “Rename or remove”.`,
  name: 'Name',
  keep: 'Keep',
  cancel: 'Cancel',
  kept: 'Sample kept',
  keptDetail: 'You find it where test calls and templates ask for a call.',
  notKept: 'Sample not kept',
  loadFailed: 'The samples could not be loaded.',
  known: {
    title: 'Kept sample',
    text: (at: string) => `Kept on ${at}. It stays until you remove it or delete the webhook.`,
    save: 'Save',
    saved: 'Sample renamed',
    notSaved: 'Sample not renamed',
    remove: 'Remove',
    question: 'Remove this sample?',
    questionText: 'Its content is gone then, unless the call is still there.',
    removed: 'Sample removed',
    notRemoved: 'Sample not removed',
  },
};
