import type { FakePage } from '../../../frontend/fakes/fake-page.ts';
import { Payload } from '../../../frontend/src/ui/message-frame.tsx';

export const page: FakePage = {
  guide: {
    title: 'Nothing received yet',
    steps: [
      'Make an address with the button above, and copy it.',
      'In Tellhook, create a target of the kind HTTP and paste the address.',
      'Tellhook’s requests appear here, with their signatures.',
    ],
  },
  creator: {
    label: 'New address',
    title: 'An address that receives',
    fields: [{ name: 'name', label: 'Name', value: 'inventory' }],
    path: 'http/endpoint',
    reveals: 'Copy this address into the target.',
  },
  form: ({ id }) => ({
    button: 'Check signatures',
    label: 'Check from now on',
    title: 'Check signatures',
    hint: 'Tellhook shows the signing secret once, when the target is created. With it, this receiver rejects unsigned requests.',
    fields: [{ name: 'secret', label: 'Signing secret', placeholder: 'whsec_…' }],
    path: 'http/secret',
    extra: { name: id },
  }),
  frame: ({ bubble, time }) => (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        <code className="font-medium wrap-anywhere">{bubble.author}</code>
        <span className="text-label text-ink-2">{time}</span>
      </p>
      <Payload>{bubble.text}</Payload>
    </>
  ),
};
