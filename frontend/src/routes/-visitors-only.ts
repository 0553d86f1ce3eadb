import { redirect } from '@tanstack/react-router';
import { mayEnter, readNext } from '../lib/guard.ts';
import { onlyKnown } from '../lib/search.ts';
import { api, session } from '../lib/services.ts';

/** Options of a route for visitors. Signed-in users go to the page that `?next=` names. */
export const visitorsOnly = {
  validateSearch: onlyKnown<{ next?: string }>(readNext),
  beforeLoad: async ({ search: { next = '/dashboard' } }: { search: { next?: string } }) => {
    if (await mayEnter({ session, refresh: api.refresh, now: Date.now })) throw redirect({ href: next });
  },
};
