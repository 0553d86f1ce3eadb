import type { Provider } from '../../lib/local/fakes/wire.ts';
import { buttonLook } from '../src/ui/button.tsx';
import { ProviderTile } from './side.tsx';

interface Guide {
  title: string;
  steps: readonly string[];
  next?: readonly [href: string, label: string];
}

/** What to do while there is nothing to see yet, by provider. */
const guides: Record<string, Guide | undefined> = {
  slack: {
    title: 'No channel yet',
    steps: [
      'In Tellhook, create a target of the kind Slack.',
      'Slack asks which channel Tellhook may post in: choose one and allow it.',
      'The channel appears here, with every message Tellhook posts.',
    ],
  },
  telegram: {
    title: 'No chat yet',
    steps: [
      'In Tellhook, create a target of the kind Telegram.',
      'Follow its link, or type its code to the bot here.',
      'The bot writes back, and its messages appear here.',
    ],
  },
  msteams: {
    title: 'No workflow yet',
    steps: [
      'Add a workflow to a channel with the button above, and copy its URL.',
      'In Tellhook, create a target of the kind Microsoft Teams and paste the URL.',
      'The cards Tellhook posts appear here.',
    ],
  },
  email: {
    title: 'No mail yet',
    steps: [
      'Everything Tellhook mails arrives here, whoever it is for: messages, confirmations, password resets.',
      'In Tellhook, create a target of the kind Email with any address.',
      'Open the confirmation here and follow its link.',
    ],
  },
  whatsapp: {
    title: 'No chat yet',
    steps: [
      'In Tellhook, create a target of the kind WhatsApp.',
      'Start a chat here and send its code to the number.',
      'The messages of Tellhook appear here.',
    ],
  },
  discord: {
    title: 'No webhook yet',
    steps: [
      'Add a webhook to a channel with the button above, and copy its URL.',
      'In Tellhook, create a target of the kind Discord and paste the URL.',
      'The messages of Tellhook appear here.',
    ],
  },
  stripe: {
    title: 'Nobody pays yet',
    steps: [
      'In Tellhook, open the settings and choose Upgrade to Premium.',
      'The page to pay on opens here, with a card or PayPal that always works, or is declined.',
      'The customer appears here: renewals come when the clock moves, and can be made to fail.',
    ],
    next: ['/user/settings', 'Open the settings'],
  },
  http: {
    title: 'Nothing received yet',
    steps: [
      'Make an address with the button above, and copy it.',
      'In Tellhook, create a target of the kind HTTP and paste the address.',
      'What Tellhook posts there appears here, with its signature.',
    ],
  },
};

export function GuideFor({ provider }: { provider: Provider }) {
  const {
    title,
    steps,
    next = ['/targets/new', 'Create a target'],
  }: Guide = guides[provider.slug] ?? {
    title: 'Nothing here yet',
    steps: [],
  };
  return (
    <section className="mx-auto flex h-full max-w-md flex-col justify-center gap-4 overflow-y-auto p-6">
      <ProviderTile provider={provider} size="large" />
      <h2 className="text-h2 font-semibold">{title}</h2>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-ink-2">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <a href={next[0]} className={`${buttonLook({ tone: 'primary' })} self-start`}>
        {next[1]}
      </a>
    </section>
  );
}
