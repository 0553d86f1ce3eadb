import { CircleHelp } from 'virtual:icons';
import { useLocation } from '@tanstack/react-router';
import { useAccount } from '../data/account.ts';
import { useWorkspace } from '../data/workspaces.ts';
import { isNever } from '../lib/time.ts';
import { TextLink } from '../ui/button.tsx';
import { texts } from './texts.ts';

/** A link from all other pages to the dashboard's question about unconfirmed targets, until it is answered. */
export function ReviewBar() {
  const inWorkspace = useWorkspace() !== undefined;
  const onDashboard = useLocation({ select: ({ pathname }) => pathname === '/dashboard' });
  return onDashboard || inWorkspace ? null : <Waiting />;
}

function Waiting() {
  const reviewSince = useAccount().data?.profile.reviewSince;
  if (reviewSince === undefined || isNever(reviewSince)) return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-meta [&>svg]:shrink-0 [&>svg]:text-warn">
      <CircleHelp size={16} aria-hidden />
      {texts.review} <TextLink to="/dashboard">{texts.reviewAnswer}</TextLink>
    </p>
  );
}
