import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLastCalls } from '../../data/invocations.ts';

/**
 * Opens the newest call of a webhook as the input, once: afterwards the owner may choose another one.
 * @param webhookId undefined = the page was not opened for a webhook, or came with its call
 * @param kept the call that a kept draft's input began as: it is opened instead, while it is a recent one
 */
export function useNewestCall(webhookId: number | undefined, kept: string | undefined): void {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState(webhookId);
  const [wantedCall] = useState(kept);
  const newest = useLastCalls(wanted).data?.find(({ id }) => wantedCall === undefined || id === wantedCall)?.id;
  useEffect(() => {
    if (wanted === undefined || newest === undefined) return;
    setWanted(undefined);
    void navigate({
      to: '/editor',
      search: (old) => ({ ...old, inv: newest }),
      replace: true,
      resetScroll: false,
    });
  }, [wanted, newest, navigate]);
}
