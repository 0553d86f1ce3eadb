import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/services.ts';
import type { Answer } from '../lib/wire.ts';

export type Change = Answer<'listChanges'>['changes'][number];

/** The whole audit log, newest first: at most two pages. It is read again whenever the page opens. */
export const useChanges = () =>
  useQuery({
    queryKey: ['audit'],
    queryFn: async ({ signal }) => {
      const changes: Change[] = [];
      let cursor: string | undefined;
      do {
        const page = await api.call('listChanges', { query: { limit: '100', ...(cursor && { cursor }) }, signal });
        changes.push(...page.changes);
        cursor = page.next;
      } while (cursor);
      return changes;
    },
    staleTime: 0,
  });
