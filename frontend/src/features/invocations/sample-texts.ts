import { MAX_KEPT_SAMPLES } from '#contract/bounds';

export const sampleTexts = {
  title: 'Save this call as a sample',
  text: 'A saved sample stays when its call expires. Use it for test calls and to preview templates.',
  secrets: 'Secrets in headers and query are masked, as in the call.',
  count: (kept: number) => `This webhook has ${kept} of ${MAX_KEPT_SAMPLES} saved samples.`,
  full: `This webhook has ${MAX_KEPT_SAMPLES} saved samples, the maximum. To remove one, open “Send test call”, choose it and click “Rename or remove”.`,
  name: 'Name',
  keep: 'Save',
  cancel: 'Cancel',
  kept: 'Sample saved',
  keptDetail: 'Choose it for test calls and in the template editor.',
  notKept: 'Couldn’t save the sample',
  loadFailed: 'The samples could not be loaded.',
  known: {
    title: 'Saved sample',
    text: (at: string) => `Saved on ${at}. It stays until you remove it or delete the webhook.`,
    save: 'Save',
    saved: 'Sample renamed',
    notSaved: 'Couldn’t rename the sample',
    remove: 'Remove',
    question: 'Remove this sample?',
    questionText: 'The sample is deleted permanently. The original call is kept if it has not expired.',
    removed: 'Sample removed',
    notRemoved: 'Couldn’t remove the sample',
  },
};
