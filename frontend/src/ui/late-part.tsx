import { type ComponentType, lazy, useState } from 'react';

/**
 * A part whose code is fetched when it is first drawn, or before that by `fetch`. Once it is there it is drawn at once:
 * React's `lazy` alone shows nothing for 300 ms, however long ago its code came.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | undefined;
  const fetch = async () => {
    ready = await load();
    return { default: ready };
  };
  const Late = lazy(fetch);
  function Part(props: Props) {
    // Chosen once: another component in its place would begin anew.
    const [Chosen] = useState<ComponentType<Props>>(() => ready ?? Late);
    return <Chosen {...props} />;
  }
  return { Part, fetch };
}
