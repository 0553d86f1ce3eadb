import { Hash, Lock } from 'virtual:icons';
import { type ReactNode, useEffect } from 'react';
import type { AskingPage } from '../../lib/local/fakes/wire.ts';
import { Button, buttonLook } from '../src/ui/button.tsx';
import { TextField } from '../src/ui/field.tsx';
import { Notice } from '../src/ui/panel.tsx';

/** A page on which a provider asks its user for consent or payment, or shows the reason why it cannot. */
export function AskingPageView({ asks }: { asks: AskingPage }) {
  switch (asks.page) {
    case 'choose-channel':
      return <ChooseChannel {...asks} />;
    case 'not-authorized':
      return (
        <Frame {...slack} title="Something went wrong when authorizing this app">
          <Notice tone="error">{asks.reason}</Notice>
          <Back href="/targets" />
        </Frame>
      );
    case 'pay':
      return (
        <Frame {...stripe} title="Subscribe to Tellhook Premium">
          <p className="text-ink-2">2.99 € each month for {asks.email}, until you cancel.</p>
          {asks.declined && <Notice tone="error">Your card was declined. Try another means of payment.</Notice>}
          <form method="post" action={asks.action} className="flex flex-col gap-2">
            <Decision value="card" tone="primary" label="Pay by card" />
            <Decision value="paypal" label="Pay with PayPal" />
            <Decision value="decline" label="Decline" />
            <Decision value="back" tone="quiet" label="Back" />
          </form>
        </Frame>
      );
    case 'repair':
      return (
        <Frame {...stripe} title="Update your payment method">
          <p className="text-ink-2">What {asks.email} owes is collected at once.</p>
          <form method="post" action={asks.action} className="flex flex-col gap-2">
            <Decision value="card" tone="primary" label="Use another card" />
            <Decision value="back" tone="quiet" label="Back" />
          </form>
        </Frame>
      );
    case 'portal':
      return (
        <Frame {...stripe} title="Billing">
          <p className="text-ink-2">
            {asks.email} pays {asks.method === 'paypal' ? 'with PayPal' : 'by card'}.
          </p>
          {asks.invoices && <Invoices invoices={asks.invoices} />}
          <form method="post" action={asks.action} className="flex flex-col gap-2">
            <Decision value="back" tone="primary" label="Return to Tellhook" />
            <Decision value="card" label="Use another card" />
          </form>
        </Frame>
      );
    case 'sign-in':
      return (
        <Frame {...identity} title="Sign in to Tellhook">
          <form method="post" action={asks.action} className="flex flex-col gap-2">
            <TextField label="Email" name="email" type="email" autoComplete="username" />
            <Decision value="confirmed" tone="primary" label="Continue" />
            <Decision value="unverified" label="Continue without a confirmed address" />
            <Decision value="deny" tone="quiet" label="Cancel" />
          </form>
        </Frame>
      );
    case 'expired':
      return (
        <Frame {...stripe} title="This page has expired">
          <Notice tone="error">It was used, or is older than a day.</Notice>
          <Back href="/user/settings" />
        </Frame>
      );
  }
}

const slack = { provider: 'Slack', foot: 'Nothing leaves it.' };
const identity = { provider: 'OpenID Connect', foot: 'Any address signs in, without a password.' };
const stripe = { provider: 'Stripe', foot: 'No money moves.' };

function Frame({
  title,
  provider,
  foot,
  children,
}: {
  title: string;
  provider: string;
  foot: string;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${provider} stand-in`;
  }, [title, provider]);
  return (
    <div className="grid min-h-dvh place-content-center gap-4 p-4">
      <main className="flex w-[min(440px,calc(100vw-32px))] flex-col gap-4 rounded-dialog border border-line bg-surface p-6 shadow-panel">
        <h1 className="text-h1 font-semibold">{title}</h1>
        {children}
      </main>
      <footer className="text-center text-meta text-ink-2">
        This is a stand-in of {provider} on your own machine. {foot}
      </footer>
    </div>
  );
}

function Invoices({ invoices }: { invoices: readonly { at: number; paid: boolean }[] }) {
  if (invoices.length === 0) return <p>No invoices yet.</p>;
  return (
    <table className="w-full text-left">
      <caption className="pb-2 text-left font-medium">Invoices</caption>
      <tbody>
        {invoices.map(({ at, paid }) => (
          <tr key={at} className="border-t border-line">
            <th scope="row" className="py-1.5 font-normal">
              {new Date(at * 1000).toISOString().slice(0, 10)}
            </th>
            <td>2.99 €</td>
            <td>{paid ? 'Paid' : 'Open'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ChooseChannel({ action, team, channels }: Extract<AskingPage, { page: 'choose-channel' }>) {
  return (
    <Frame {...slack} title={`Tellhook asks to post in ${team}`}>
      <p className="text-ink-2">It may post messages in one channel that you choose. It cannot read anything.</p>
      <form method="post" action={action} className="flex flex-col gap-4">
        <fieldset>
          <legend className="pb-2 font-medium">Where should Tellhook post?</legend>
          {channels.map(({ id, name, private: hidden, archived }, index) => (
            <label
              key={id}
              className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-control px-2.5 hover:bg-sunken has-checked:bg-accent-soft"
            >
              <input type="radio" name="channel" value={id} defaultChecked={index === 0} className="accent-accent" />
              {hidden ? <Lock size={14} aria-hidden /> : <Hash size={14} aria-hidden />}
              <span className="flex-1">{name}</span>
              {(archived || hidden) && (
                <span className="text-label text-ink-2">{archived ? 'archived' : 'private'}</span>
              )}
            </label>
          ))}
        </fieldset>
        <div className="flex justify-end gap-2">
          <Decision value="deny" label="Cancel" />
          <Decision value="allow" tone="primary" label="Allow" />
        </div>
      </form>
    </Frame>
  );
}

function Decision({ value, label, tone }: { value: string; label: string; tone?: 'primary' | 'quiet' }) {
  return (
    <Button type="submit" name="decision" value={value} tone={tone}>
      {label}
    </Button>
  );
}

function Back({ href }: { href: string }) {
  return (
    <a href={href} className={`${buttonLook({})} self-start`}>
      Back to Tellhook
    </a>
  );
}
