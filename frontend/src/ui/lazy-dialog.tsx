import { type ComponentType, useEffect, useState } from 'react';
import { NotFetched } from './not-fetched.tsx';
import { ProgressLine } from './progress-line.tsx';

/** The props that close a dialog whose code does not arrive. */
interface Closable {
  onClose?(): void;
  onCancel?(): void;
}

/**
 * A dialog whose code is fetched when it is first rendered, or earlier by `fetch`. Until then, a line shows that it is
 * loading. Once loaded, it is rendered immediately; React's `lazy` alone would show nothing for 300 ms. If the code
 * does not arrive, a separate window offers a retry; the page below does not change.
 * @param giveUp called instead if the code does not arrive
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>, giveUp?: () => void) {
  let ready: ComponentType<Props> | undefined;
  const fetch = async (): Promise<ComponentType<Props>> => {
    ready = await load();
    return ready;
  };
  function Part(props: Props) {
    const [Chosen, setChosen] = useState<ComponentType<Props> | undefined>(() => ready);
    const [tries, setTries] = useState(0);
    const [failed, setFailed] = useState(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt must run the effect again.
    useEffect(() => {
      if (Chosen) return;
      let gone = false;
      setFailed(false);
      fetch().then(
        (part) => !gone && setChosen(() => part),
        () => !gone && (giveUp ? giveUp() : setFailed(true)),
      );
      return () => {
        gone = true;
      };
    }, [tries, Chosen]);
    if (Chosen) return <Chosen {...props} />;
    if (!failed) return <ProgressLine />;
    const { onClose, onCancel }: Closable = props;
    return <NotFetched onRetry={() => setTries(tries + 1)} onClose={() => (onClose ?? onCancel)?.()} />;
  }
  return { Part, fetch };
}
