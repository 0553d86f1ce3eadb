import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { HoldOrder } from '#contract/states';
import { useSetHoldOrder } from '../../data/account.ts';
import { showError } from '../../lib/services.ts';
import { singleKeysWanted, wantSingleKeys } from '../../lib/single-keys.ts';
import { chooseScheme, chosenScheme, type Scheme } from '../../lib/theme.ts';
import type { Profile } from '../../lib/wire.ts';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { texts } from './texts.ts';

const schemes: readonly Scheme[] = ['auto', 'light', 'dark'];

const orders: readonly HoldOrder[] = ['newest-day-first', 'arrival'];

/** This browser's settings (colours, single-key shortcuts), and the account's order of held calls. */
export function PreferencesPanel({ profile: { holdOrder } }: { profile: Profile }) {
  const setOrder = useSetHoldOrder();
  const order = setOrder.isPending ? setOrder.variables : holdOrder;
  const [scheme, setScheme] = useState(chosenScheme);
  const [keys, setKeys] = useState(singleKeysWanted);
  const chooseOrder = (wanted: HoldOrder): void =>
    setOrder.mutate(wanted, {
      onError: (error) => showError(error, { title: texts.preferences.notSaved, again: () => chooseOrder(wanted) }),
    });
  return (
    <Panel title={texts.preferences.title} headingId="preferences">
      <div className="flex flex-col gap-4">
        <Choice
          name="scheme"
          label={texts.preferences.scheme}
          values={schemes}
          chosen={scheme}
          choose={(each) => {
            chooseScheme(each);
            setScheme(each);
          }}
        />
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="w-full text-ink-2 md:w-40">{texts.preferences.keys}</span>
          <Switch
            checked={keys}
            label={texts.preferences.keys}
            onChange={(wanted) => {
              wantSingleKeys(wanted);
              setKeys(wanted);
            }}
          />
          <span className="text-meta text-ink-2">{texts.preferences.keysHint}</span>
        </div>
        <Choice name="held" label={texts.preferences.held} values={orders} chosen={order} choose={chooseOrder}>
          <span className="text-meta text-ink-2">{texts.preferences.heldHint[order]}</span>
        </Choice>
      </div>
    </Panel>
  );
}

/** A choice between a few values, shown side by side. */
function Choice<Value extends Scheme | HoldOrder>(props: {
  name: string;
  label: string;
  values: readonly Value[];
  chosen: Value;
  choose: (value: Value) => void;
  children?: ReactNode;
}) {
  const { name, label, values, chosen, choose, children } = props;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <legend className="float-left w-full text-ink-2 md:w-40">{label}</legend>
      <div className="flex gap-0.5 rounded-control bg-sunken p-1">
        {values.map((each) => (
          <label
            key={each}
            className={clsx(
              'inline-flex min-h-7 cursor-pointer items-center rounded-badge px-3 has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              chosen === each
                ? 'bg-raised font-medium shadow-panel forced-colors:underline'
                : 'text-ink-2 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={chosen === each}
              onChange={() => choose(each)}
            />
            {texts.preferences[each]}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
