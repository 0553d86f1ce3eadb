import { clsx } from 'clsx';
import { useState } from 'react';
import { useSetNotices } from '../../data/account.ts';
import { showError } from '../../lib/services.ts';
import { singleKeysWanted, wantSingleKeys } from '../../lib/single-keys.ts';
import { chooseScheme, chosenScheme, type Scheme } from '../../lib/theme.ts';
import type { Profile } from '../../lib/wire.ts';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { texts } from './texts.ts';

const schemes: readonly Scheme[] = ['auto', 'light', 'dark'];

/** Settings of this browser (the colours and whether single keys are shortcuts), and the account's emails. */
export function PreferencesPanel({ profile: { notices, emailVerified } }: { profile: Profile }) {
  const change = useSetNotices();
  const [scheme, setScheme] = useState(chosenScheme);
  const [keys, setKeys] = useState(singleKeysWanted);
  const mail = (wanted: boolean): void =>
    change.mutate(wanted, {
      onError: (error) => showError(error, { title: texts.preferences.notSaved, again: () => mail(wanted) }),
    });
  return (
    <Panel title={texts.preferences.title} headingId="preferences">
      <div className="flex flex-col gap-4">
        <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <legend className="float-left w-full text-ink-2 md:w-40">{texts.preferences.scheme}</legend>
          <div className="flex gap-0.5 rounded-control bg-sunken p-1">
            {schemes.map((each) => (
              <label
                key={each}
                className={clsx(
                  'inline-flex min-h-7 cursor-pointer items-center rounded-badge px-3 has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
                  scheme === each
                    ? 'bg-raised font-medium shadow-panel forced-colors:underline'
                    : 'text-ink-2 hover:text-ink',
                )}
              >
                <input
                  type="radio"
                  name="scheme"
                  className="sr-only"
                  checked={scheme === each}
                  onChange={() => {
                    chooseScheme(each);
                    setScheme(each);
                  }}
                />
                {texts.preferences[each]}
              </label>
            ))}
          </div>
        </fieldset>
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
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="w-full text-ink-2 md:w-40">{texts.preferences.notices}</span>
          <Switch
            checked={change.isPending ? change.variables : notices}
            label={texts.preferences.notices}
            onChange={mail}
          />
          <span className="text-meta text-ink-2">
            {emailVerified ? texts.preferences.noticesHint : texts.preferences.noticesLater}
          </span>
        </div>
      </div>
    </Panel>
  );
}
