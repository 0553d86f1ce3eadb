import { createFileRoute } from '@tanstack/react-router';
import { ContactForm } from '../features/contact/contact-form.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

export const Route = createFileRoute('/')({ component: Landing });

/** The playground's code is fetched on demand, because most visitors only read. */
const { Part: Playground } = lazyDialog<{ onClose(): void }>(() =>
  import('../features/editor/playground.tsx').then((module) => module.Playground),
);

/** Most visitors start no trial, so its code is fetched on demand too. */
const { Part: Trial } = lazyDialog<{ onClose(): void }>(() =>
  import('../features/trial/trial.tsx').then((module) => module.Trial),
);

function Landing() {
  return (
    <LandingPage
      contact={<ContactForm />}
      playground={(onClose) => <Playground onClose={onClose} />}
      trial={(onClose) => <Trial onClose={onClose} />}
    />
  );
}
