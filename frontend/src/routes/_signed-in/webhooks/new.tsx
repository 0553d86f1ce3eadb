import { createFileRoute } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { targetKindsQuery, targetsQuery } from '../../../data/targets.ts';
import { NewTargetChoice } from '../../../features/targets/new-target-choice.tsx';
import { NewWebhookPage } from '../../../features/webhooks/new-webhook-page.tsx';
import { readBeginning } from '../../../features/webhooks/search.ts';
import { editorsOnly } from '../../../lib/editors-only.ts';
import { onlyKnown } from '../../../lib/search.ts';

export const Route = createFileRoute('/_signed-in/webhooks/new')({
  beforeLoad: editorsOnly('/webhooks'),
  validateSearch: onlyKnown(readBeginning),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(targetsQuery());
    void queryClient.prefetchQuery(targetKindsQuery());
  },
  component: View,
});

function View() {
  return <NewWebhookPage {...Route.useSearch()} newTarget={newTarget} />;
}

const newTarget = (props: ComponentProps<typeof NewTargetChoice>) => <NewTargetChoice {...props} />;
