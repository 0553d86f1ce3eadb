import { redirect } from '@tanstack/react-router';
import { workspaces } from './services.ts';

/** A guard of a form that leads a viewer, who can create nothing, to the form's list. */
export const editorsOnly = (list: '/targets' | '/webhooks') => () => {
  if (workspaces.get()?.role === 'viewer') throw redirect({ to: list });
};
