import { TextLink, textLink } from '../button.tsx';
import { useConfig } from '../use-config.ts';

/**
 * The operator of this installation. If none is configured, it shows another way to make contact.
 * @param here true if the contact form is on the same page
 */
export function Operator({ here = false }: { here?: boolean }) {
  const operator = useConfig()?.operator;
  if (!operator)
    return (
      <p>
        This installation has not published the name and address of its operator here.{' '}
        {here ? (
          'Write to them with this form'
        ) : (
          <>
            Reach them with the <TextLink to="/landing/contact">contact form</TextLink>
          </>
        )}
        ; they must tell you both on request.
      </p>
    );
  const { name, address, email, url } = operator;
  return (
    <address className="not-italic">
      <b>{name}</b>
      {address?.split('\n').map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      {email && (
        <a href={`mailto:${email}`} className={`${textLink} block w-fit min-h-6`}>
          {email}
        </a>
      )}
      {url && (
        <a href={url} rel="noreferrer" className={`${textLink} block w-fit min-h-6`}>
          {url}
        </a>
      )}
    </address>
  );
}

const hosted: Readonly<Record<string, string>> = {
  turnstile: 'Cloudflare Turnstile. Cloudflare, Inc. receives your IP address and browser properties.',
  recaptcha: 'Google reCAPTCHA. Google receives your IP address, browser properties and how you use the page.',
};

/** Explains how this installation checks for bots. */
export function BotCheck() {
  const provider = useConfig()?.challenge.provider ?? 'pow';
  const other = hosted[provider];
  return (
    <p>
      Registration, password reset and the contact form check that you are human.{' '}
      {other
        ? `This installation uses ${other}`
        : 'Your browser runs a small calculation for this. No third party or cookie is involved.'}
    </p>
  );
}
