import { type ComponentType, useEffect, useState } from 'react';
import { NotFetched } from './not-fetched.tsx';
import { ProgressLine } from './progress-line.tsx';

/** What a part may be closed by, when its code does not come. */
interface Closable {
  onClose?(): void;
  onCancel?(): void;
}

/**
 * A window whose code is fetched when it is first drawn, or before that by `fetch`. Once it is there it is drawn at once:
 * React's `lazy` alone shows nothing for 300 ms, however long ago its code came. Until then a line says that something is
 * on its way. Code that does not come is told in a window of its own and can be asked for again; the page below stays as
 * it is.
 * @param giveUp called instead, when the code does not come
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>, giveUp?: () => void) {
  let ready: ComponentType<Props> | undefined;
  const fetch = async (): Promise<ComponentType<Props>> => {
    ready = await load();
    return ready;
  };
  function Part(props: Props) {
    const [Chosen, setChosen] = useState<ComponentType<Props> | undefined>(() => ready);
    const [tries, setTries] = useState(0);
    const [failed, setFailed] = useState(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again.
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
