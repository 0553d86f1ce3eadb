import senders from 'virtual:senders';
import { ButtonLink } from '../../ui/button.tsx';
import { SenderMark } from '../../ui/sender-mark.tsx';
import { texts } from './texts.ts';

/** Number of services offered here; the New Webhook page offers all of them. */
const OFFERED = 8;

/** Links to the New Webhook page for a service, where target and webhook are created together. */
export function Senders() {
  return (
    <div className="mb-5">
      <p className="mb-2">{texts.checklist.who}</p>
      <div className="flex flex-wrap gap-2">
        {senders.slice(0, OFFERED).map(({ slug, name }) => (
          <ButtonLink key={slug} to="/webhooks/new" search={{ sender: slug }} icon={<SenderMark sender={name} />}>
            {name}
          </ButtonLink>
        ))}
        <ButtonLink to="/webhooks/new" tone="link">
          {texts.checklist.other}
        </ButtonLink>
      </div>
    </div>
  );
}
