import { createFileRoute, redirect } from '@tanstack/react-router';

/** The editor's help is part of the documentation. */
export const Route = createFileRoute('/help')({
  beforeLoad: () => {
    throw redirect({ to: '/docs/templates' });
  },
});
