import { useSyncExternalStore } from 'react';
import { useCredentials } from '../../data/account.ts';
import { useWebhooks } from '../../data/webhooks.ts';
import { invokeUrl } from '../../lib/config.ts';
import { TextLink } from '../../ui/button.tsx';
import { useConfig } from '../../ui/use-config.ts';
import { Code } from './parts.tsx';

const languages = ['curl', 'JavaScript', 'Python'] as const;
type Language = (typeof languages)[number];

let chosen: Language = 'curl';
const listeners = new Set<() => void>();
const choose = (language: Language) => {
  chosen = language;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** The chosen language, shared by all samples on the page. */
const useLanguage = () =>
  useSyncExternalStore(
    subscribe,
    () => chosen,
    () => 'curl' as const,
  );

/** The same sample in several languages. The choice applies to all samples. */
export function Samples({ code }: { code: Partial<Record<Language, string>> }) {
  const wanted = useLanguage();
  const offered = languages.filter((language) => code[language] !== undefined);
  const shown = offered.includes(wanted) ? wanted : offered[0];
  const text = (shown && code[shown]) ?? '';
  // The config loads in the browser, so prerendered pages show a placeholder host.
  const config = useConfig();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form fields, but these are buttons */}
      <div role="group" aria-label="Language" className="flex gap-1">
        {offered.map((language) => (
          <button
            key={language}
            type="button"
            aria-pressed={language === shown}
            onClick={() => choose(language)}
            className={`min-h-7 rounded-badge px-2.5 text-label font-[550] ${language === shown ? 'bg-idle-soft text-ink forced-colors:underline' : 'text-ink-2 hover:bg-sunken hover:text-ink'}`}
          >
            {language}
          </button>
        ))}
      </div>
      <Code label="Copy the sample">{config ? text.replaceAll(APP_HOST, location.origin) : text}</Code>
    </div>
  );
}

const APP_HOST = 'https://APP-HOST';
const PLACE = 'YOUR-ROUTE';

/** Samples with an invoke URL: the reader's own if they are signed in and have a webhook. */
export function InvokeSamples({ code }: { code: (url: string) => Partial<Record<Language, string>> }) {
  const config = useConfig();
  const signedIn = useCredentials().logged_in;
  const general = config ? invokeUrl(config, PLACE) : `https://INVOKE-HOST/${PLACE}`;
  return signedIn && config ? (
    <OwnSamples code={code} general={general} url={(route) => invokeUrl(config, route)} />
  ) : (
    <>
      <Samples code={code(general)} />
      <p className="text-meta text-ink-2">
        Put the invoke URL of your webhook in place of <code>{general}</code>.
      </p>
    </>
  );
}

function OwnSamples({
  code,
  general,
  url,
}: {
  code: (url: string) => Partial<Record<Language, string>>;
  general: string;
  url: (route: string) => string;
}) {
  const webhook = useWebhooks().data?.find(({ enabled }) => enabled);
  return (
    <>
      <Samples code={code(webhook?.route ? url(webhook.route) : general)} />
      <p className="text-meta text-ink-2">
        {webhook ? (
          <>This is the invoke URL of your webhook {webhook.name}. A call takes part of your daily quota.</>
        ) : (
          <>
            Your own invoke URL stands here once you have <TextLink to="/webhooks/new">created a webhook</TextLink>.
          </>
        )}
      </p>
    </>
  );
}
