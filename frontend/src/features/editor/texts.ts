import { plural } from '../../lib/format.ts';
import type { Verdict } from './compare.ts';

export const texts = {
  title: 'Editor',
  intro: 'Turn a call’s payload into a message.',
  help: 'Template help',
  /** The webhook's name while no webhook is open. */
  exampleWebhook: 'My webhook',
  input: 'Input',
  inputHint: 'The raw body of a call.',
  inputPlaceholder: 'Paste a call’s body, or choose a stored one above.',
  template: 'Template',
  templateHint: 'Text is copied. Put values in double braces. Press Ctrl + Enter to render.',
  templatePlaceholder: 'New order from {{ customer.name }}',
  out: 'Out',
  render: 'Render',
  notRendered: 'Couldn’t render the message',
  keys: 'Ctrl + Enter',
  fields: {
    title: 'Fields',
    hint: 'Click a field to insert it.',
    none: 'The input has no fields. Use a JSON or form body.',
    show: 'Show fields',
    hide: 'Hide fields',
    repeat: 'Repeat',
    repeatLabel: (name: string) => `Repeat a line for each item of ${name}`,
    insert: (path: string) => `Insert {{ ${path} }}`,
    inserted: (text: string) => `Inserted ${text}`,
    more: (count: number) => `${count} more`,
    items: (count: number) => plural(count, 'item'),
  },
  calls: {
    webhook: 'Calls to',
    own: 'Custom input',
    call: 'Call',
    none: 'No calls yet',
    kept: 'Saved samples',
    last: 'Recent calls',
    choose: 'Choose a call…',
    edited: 'Edited',
    restore: 'Restore the call',
    binary: 'This call has a binary body. Templates see an empty body.',
  },
  length: (count: number, most: number) => `${count.toLocaleString('en')} of ${most.toLocaleString('en')}`,
  state: {
    live: 'Live preview',
    rendered: 'Rendered',
    failed: 'Failed',
    waiting: 'Working…',
  },
  webhookFailed: 'The webhook and its template could not be loaded.',
  callFailed: 'The call and its body could not be loaded.',
  showPlace: 'Show in the template',
  docs: 'Help for template errors',
  unaided: 'Without a template, the message is:',
  unaidedLive: 'No template',
  empty: 'The message is empty. An empty message is not sent.',
  tooSlow: 'The preview was stopped because the template takes too long. Select Render to use the server.',
  noWorker: 'The live preview is not available in this browser. Select Render to use the server.',
  warnings: (count: number) =>
    count === 1 ? 'One value is empty in this call:' : `${count} values are empty in this call:`,
  emptyAt: (line: number, column: number) => `Line ${line}, column ${column}`,
  views: 'Show as',
  names: (names: readonly string[]) => names.join(', '),
  part: (part: number, parts: number) => `Part ${part} of ${parts}`,
  size: (length: number, limit: { max: number; counted: string } | undefined) =>
    limit
      ? `${length.toLocaleString('en')} of ${limit.max.toLocaleString('en')} ${limit.counted.endsWith('Bytes') ? 'bytes' : 'characters'}`
      : plural(length, 'character'),
  splitOn: (parts: number) => `Too long for one message: sent in ${parts} parts.`,
  truncated: 'Too long for this type. The end is cut.',
  copy: 'Copy message',
  copied: 'Message copied to Clipboard',
  controls: {
    title: 'Controls',
    saveBack: 'Save Back',
    to: 'Template for',
    savedAlready: 'Saved',
    unsaved: 'Not saved yet',
    notUsed: 'This webhook uses no template yet. Saving turns on Use Template.',
    blank: 'Write a template first.',
    tooLong: (most: number) => `A template can have up to ${most.toLocaleString('en')} characters.`,
    revert: 'Revert',
    notSaved: 'Couldn’t save the template',
    saved: 'Success',
    savedDetail: 'Saved Template',
  },
  compare: {
    title: 'Save the template?',
    lead: (name: string, count: number) =>
      `The last ${count === 1 ? 'call' : `${count} calls`} to ${name}, with the saved template and with the new one.`,
    noCalls: (name: string) => `${name} has no calls to compare yet.`,
    before: 'Now',
    after: 'New',
    both: 'Now and new',
    save: 'Save Back',
    working: 'Comparing…',
    failed: 'The calls could not be loaded, so the comparison is missing. You can still save the template.',
    empty: 'This message is empty and won’t be sent.',
    unknown: 'This call could not be compared. It took too long or is too large.',
    verdicts: {
      same: 'Same',
      changed: 'Changed',
      fixed: 'Works now',
      breaks: 'Stops working',
      fails: 'Still fails',
      unknown: 'Not compared',
    } satisfies Record<Verdict, string>,
  },
  leave: {
    title: 'Leave without saving?',
    text: (name: string) => `Your changes to the template are not saved to ${name}.`,
    verb: 'Discard',
  },
} as const;

export const exampleBody = `{
  "repository": "shop-api",
  "environment": "production",
  "status": "succeeded",
  "duration": 75,
  "commits": [
    { "author": "ada", "message": "Tighten retry window" },
    { "author": "lin", "message": "Count parcels once" }
  ]
}`;

export const exampleTemplate = `Deployed {{ repository }} to {{ environment }}: {{ status }} in {{ duration }} s
{{#each commits}}
- {{ message }} ({{ author }})
{{/each}}
`;
