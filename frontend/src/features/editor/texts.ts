import { plural } from '../../lib/format.ts';
import type { Verdict } from './compare.ts';

export const texts = {
  title: 'Editor',
  intro: 'Turn the payload of a call into the message people read.',
  help: 'Template help',
  /** Stands for the webhook while there is none. */
  exampleWebhook: 'My webhook',
  input: 'Input',
  inputHint: 'The raw body of a call.',
  inputPlaceholder: 'Paste the body of a call, or choose a stored one above.',
  template: 'Template',
  templateHint: 'Text stays as it is, values stand in double braces. Control and Enter renders.',
  templatePlaceholder: 'New order from {{ customer.name }}',
  out: 'Out',
  render: 'Render',
  notRendered: 'Not rendered',
  keys: 'Ctrl + Enter',
  fields: {
    title: 'Fields',
    hint: 'Press a field to put it into the template.',
    none: 'The input has no fields. JSON and form bodies have.',
    show: 'Show fields',
    hide: 'Hide fields',
    repeat: 'Repeat',
    repeatLabel: (name: string) => `Repeat a line for each item of ${name}`,
    insert: (path: string) => `Puts {{ ${path} }} into the template`,
    inserted: (text: string) => `Inserted ${text}`,
    more: (count: number) => `${count} more`,
    items: (count: number) => plural(count, 'item'),
  },
  calls: {
    webhook: 'Calls of',
    own: 'My own input',
    call: 'Call',
    none: 'No calls yet',
    kept: 'Saved samples',
    last: 'Last calls',
    choose: 'Choose a call…',
    edited: 'Edited',
    restore: 'Restore the call',
    binary: 'This call has a binary body. A template sees an empty one.',
  },
  readyMade: {
    use: (label: string) => `Use the ${label} template`,
    begin: 'Make this better',
    used: 'Replaced your template.',
    undo: 'Undo',
  },
  length: (count: number, most: number) => `${count.toLocaleString('en')} of ${most.toLocaleString('en')}`,
  state: {
    live: 'Live preview',
    rendered: 'Rendered',
    failed: 'Failed',
    waiting: 'Working…',
  },
  webhookFailed: 'The webhook could not be loaded, so its template is not here.',
  callFailed: 'The call could not be loaded, so its body is not here.',
  showPlace: 'Show in the template',
  docs: 'Read about errors in the documentation',
  unaided: 'Without a template, this call reads:',
  unaidedLive: 'No template',
  empty: 'The message is empty. An empty message is not sent.',
  tooSlow: 'The preview was stopped because the template takes too long. Press Render to ask the server.',
  noWorker: 'The live preview is not available in this browser. Press Render to ask the server.',
  warnings: (count: number) =>
    count === 1 ? 'One value is empty in this call:' : `${count} values are empty in this call:`,
  emptyAt: (line: number, column: number) => `Line ${line}, column ${column}`,
  views: 'Show as',
  names: (names: readonly string[]) => names.join(', '),
  part: (part: number, parts: number) => `Part ${part} of ${parts}`,
  size: (length: number, limit: { max: number; counted: string } | undefined) =>
    limit
      ? `${length.toLocaleString('en')} of ${limit.max.toLocaleString('en')} ${limit.counted === 'cardBytes' ? 'bytes' : 'characters'}`
      : plural(length, 'character'),
  splitOn: (parts: number) => `Too long for one message: sent in ${parts} parts.`,
  truncated: 'Too long for this type: the end is missing.',
  copy: 'Copy message',
  copied: 'Message copied to Clipboard',
  controls: {
    title: 'Controls',
    saveBack: 'Save Back',
    to: 'Template of',
    savedAlready: 'Saved',
    unsaved: 'Not saved yet',
    notUsed: 'This webhook uses no template yet. Saving switches it on.',
    blank: 'Write a template first.',
    tooLong: (most: number) => `A template has at most ${most.toLocaleString('en')} characters.`,
    revert: 'Revert',
    notSaved: 'Template not saved',
    saved: 'Success',
    savedDetail: 'Saved Template',
  },
  compare: {
    title: 'Save the template?',
    lead: (name: string, count: number) =>
      `What ${name} would have said about its last ${count === 1 ? 'call' : `${count} calls`}, with the saved template and with the new one.`,
    noCalls: (name: string) => `${name} has no calls yet, so there is nothing to compare with.`,
    before: 'Now',
    after: 'New',
    both: 'Now and new',
    cancel: 'Cancel',
    save: 'Save Back',
    working: 'Comparing…',
    failed: 'The calls could not be read, so there is nothing to compare with. The template can be saved all the same.',
    empty: 'An empty message, which is not sent.',
    unknown: 'This call could not be compared: it takes too long or is too large.',
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
    text: (name: string) => `The template has changes that are not saved to ${name}.`,
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
