import { type ComponentProps, lazy, Suspense } from 'react';
import type { HelpLink } from './help-link.tsx';

// The list of all messages is loaded with the first error only.
const Link = lazy(() =>
  import('./help-link.tsx').then(
    (module) => ({ default: module.HelpLink }),
    // Without a network the message has to do alone.
    () => ({ default: () => undefined }),
  ),
);

/** A {@link HelpLink} for parts that are loaded with every page. */
export const LateHelpLink = (props: ComponentProps<typeof HelpLink>) => (
  <Suspense>
    <Link {...props} />
  </Suspense>
);
