import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakes as targetFakes } from '../../../integrations/targets/fakes.gen.ts';
import type { ProviderCredentials } from '../../../lambdas/model/message.ts';
import type { ReportMail } from '../events/mail-events.ts';
import type { Mail, MailVerdict } from '../stand-ins/ses.ts';
import { createBehaviours } from './behaviour.ts';
import type { Fake, FakeParts, FakePorts, FakeProvider } from './fake.ts';
import { oidc } from './oidc.ts';
import { createProduct } from './product.ts';
import { startProviderServer } from './provider-server.ts';
import { createRecorder } from './recorder.ts';
import { openState } from './state.ts';
import { stripe } from './stripe/index.ts';
import { createPageHandler } from './web-pages.ts';

export interface FakesOptions {
  /** Port of the loopback server for provider traffic; 0 selects a free one. */
  port: number;
  /** The product's URL, without a trailing slash. The fakes send requests only to this origin. */
  appUrl: string;
  /** Folder for the providers' data; null stores nothing. */
  dataDir: string | null;
  /** The operator's credentials at every provider and at Stripe. */
  credentials: ProviderCredentials;
  now: () => Date;
  /** Waits before an update that the product rejected is posted again. */
  wait?: FakePorts['wait'];
  /** Reports to the product that an accepted email bounced or was marked as spam. If unset, nothing is reported. */
  onMailFate?: ReportMail;
}

export interface Fakes {
  /** The server of all providers, `http://127.0.0.1:PORT`. The Host header selects the provider. */
  origin: string;
  /** Every provider host, or `*.suffix`, with the origin to connect to instead. */
  hostMap: Record<string, string>;
  /** Serves `/__fakes` and below on the web port; false for all other paths. */
  handlePage(req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean>;
  /** Puts an email from the SES stand-in into the mailbox, or returns the reason for its rejection. */
  onMail(mail: Mail): MailVerdict;
  /** Resolves when all automatic events at the providers have happened; used by the clock. */
  clockMoved(): Promise<void>;
  /** Closes the port and all connections, ends retries and writes the remaining data. */
  stop(): Promise<void>;
}

/** Starts the stand-ins of all outside providers: one loopback port for their traffic, one page for their users. */
export const startFakes = async (options: FakesOptions): Promise<Fakes> => {
  const { appUrl, credentials, now } = options;
  const dataDir = options.dataDir === null ? null : join(options.dataDir, 'fakes');
  const all: Record<string, Fake> = { ...targetFakes, stripe, ...(credentials.oidc && { oidc }) };
  const recorder = createRecorder({ dataDir, providers: Object.keys(all), now });
  const behaviours = createBehaviours();
  const product = createProduct(appUrl);
  const shared = { product, recorder, behaviours, credentials, now, wait: options.wait ?? waitFor };
  const providers = Object.entries(all).map(([slug, { hosts, create }]): FakeProvider => {
    const state: FakeParts['state'] = (initial) => openState(dataDir, slug, initial);
    return { ...create({ ...shared, state, onMailFate: options.onMailFate }), slug, hosts };
  });

  const server = await startProviderServer({ port: options.port, providers, recorder, behaviours });
  return {
    origin: server.origin,
    hostMap: Object.fromEntries(providers.flatMap(({ hosts }) => hosts.map((host) => [host, server.origin]))),
    handlePage: createPageHandler({ providers, recorder, behaviours, appUrl }),
    onMail: (mail) => providers.find(({ onMail }) => onMail)?.onMail?.(mail) ?? 'accept',
    async clockMoved() {
      await Promise.all(providers.map((provider) => provider.clockMoved?.()));
    },
    async stop() {
      product.stop();
      await server.stop();
      recorder.close();
    },
  };
};

const waitFor = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
};
