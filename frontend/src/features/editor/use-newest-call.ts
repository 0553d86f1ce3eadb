import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLastCalls } from '../../data/invocations.ts';

/**
 * Opens a webhook's newest call as the input. It does so only once, so the owner can choose another call.
 * @param webhookId undefined if the page was opened without a webhook, or with a call
 * @param kept the id of a stored draft's call, which is opened instead if it is recent
 * @returns true until the call is opened, or there is none
 */
export function useNewestCall(webhookId: number | undefined, kept: string | undefined): boolean {
  const navigate = useNavigate();
  const [asked] = useState(webhookId !== undefined);
  const [wanted, setWanted] = useState(webhookId);
  const [wantedCall] = useState(kept);
  const calls = useLastCalls(wanted);
  const newest = calls.data?.find(({ id }) => wantedCall === undefined || id === wantedCall)?.id;
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
  return asked && !(wanted !== undefined && calls.isFetched && newest === undefined);
}
