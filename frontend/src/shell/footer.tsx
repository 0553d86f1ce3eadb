import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PUBLIC_ABOUT, STATUS_PATH } from '../../build/head.ts';
import { type Config, loadConfig } from '../lib/config.ts';
import { texts } from './texts.ts';

const look = 'inline-flex min-h-6 items-center hover:text-ink hover:underline';

/** The About page's URL in the prerendered page, so the link stays while the configuration is loading. */
const drawnAbout =
  typeof document === 'undefined'
    ? PUBLIC_ABOUT
    : document.querySelector<HTMLAnchorElement>('footer a[data-about]')?.getAttribute('href');

/** Also kept while the configuration is loading. */
const drawnStatus =
  typeof document === 'undefined' || document.querySelector(`footer a[href="${STATUS_PATH}"]`) !== null;

export function Footer() {
  const [config, setConfig] = useState<Config>();
  useEffect(() => {
    void loadConfig().then(setConfig);
  }, []);
  const about = config?.aboutUrl ?? drawnAbout;
  return (
    <footer className="mt-auto border-t border-line text-ink-2">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5 text-meta">
        <p>
          v{__VERSION__} · {texts.copyright}
        </p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-2 max-sm:max-w-72">
          {config === undefined && !about && (
            // Keeps the link's space until the configuration has loaded, so the footer doesn't move.
            <span aria-hidden className={`${look} invisible`}>
              {texts.about}
            </span>
          )}
          {about && (
            <a href={about} data-about rel="noreferrer" className={look}>
              {texts.about}
            </a>
          )}
          {(config?.hasStatusPage ?? drawnStatus) && (
            <a href={STATUS_PATH} className={look}>
              {texts.status}
            </a>
          )}
          <Link to="/legal/pp" className={look}>
            {texts.privacy}
          </Link>
          <Link to="/legal/tnc" className={look}>
            {texts.terms}
          </Link>
          <Link to="/landing/contact" className={look}>
            {texts.contact}
          </Link>
          {config?.operator?.url && (
            <a href={config.operator.url} rel="noreferrer" className={look}>
              {texts.imprint}
            </a>
          )}
        </nav>
      </div>
    </footer>
  );
}
