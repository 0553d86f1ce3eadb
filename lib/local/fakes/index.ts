import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDiscord, initialDiscordState } from '../../../integrations/targets/discord/fake.ts';
import { createMailbox } from '../../../integrations/targets/email/fake.ts';
import { createHttpReceiver, initialHttpState } from '../../../integrations/targets/http/fake.ts';
import { createTeams, initialTeamsState } from '../../../integrations/targets/msteams/fake.ts';
import { initialSlackState } from '../../../integrations/targets/slack/fake/workspace.ts';
import { createSlack, type SlackCredentials } from '../../../integrations/targets/slack/fake.ts';
import {
  createTelegram,
  initialTelegramState,
  type TelegramCredentials,
} from '../../../integrations/targets/telegram/fake.ts';
import type { WhatsappCredentials } from '../../../integrations/targets/whatsapp/fake/operator.ts';
import { createWhatsapp, initialWhatsappState } from '../../../integrations/targets/whatsapp/fake.ts';
import type { ReportMail } from '../events/mail-events.ts';
import type { Mail, MailVerdict } from '../stand-ins/ses.ts';
import { createBehaviours } from './behaviour.ts';
import type { FakePorts, FakeProvider } from './fake.ts';
import { createProduct } from './product.ts';
import { startProviderServer } from './provider-server.ts';
import { createRecorder } from './recorder.ts';
import { openState } from './state.ts';
import { createStripe, type StripeFakeCredentials } from './stripe/index.ts';
import { initialStripeState } from './stripe/state.ts';
import { createPageHandler } from './web-pages.ts';

interface FakeCredentials {
  telegram: TelegramCredentials;
  slack: SlackCredentials;
  whatsapp: WhatsappCredentials;
  stripe: StripeFakeCredentials;
}

export interface FakesOptions {
  /** Port of the loopback server for provider traffic; 0 takes any free one. */
  port: number;
  /** The product's own address, without a slash at the end; callbacks are called below it and nowhere else. */
  appUrl: string;
  /** Folder for what the providers remember; null keeps nothing. */
  dataDir: string | null;
  credentials: FakeCredentials;
  now: () => Date;
  /** Waits before an update that the product refused is posted again. */
  wait?: FakePorts['wait'];
  /** Tells the product that an accepted mail bounced or was marked as spam. Without it nobody is told. */
  onMailFate?: ReportMail;
}

export interface Fakes {
  /** `http://127.0.0.1:PORT`: the providers, told apart by the Host header. */
  origin: string;
  /** Every provider host, or `*.suffix`, with the origin to connect to instead. */
  hostMap: Record<string, string>;
  /** Serves `/__fakes` and below on the web port; false when the path is not one of its own. */
  handlePage(req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean>;
  /** For the SES stand-in: puts a mail into the mailbox, or says how SES refuses it. */
  onMail(mail: Mail): MailVerdict;
  /** For the clock: what happens at the providers by itself has happened when this resolves. */
  clockMoved(): Promise<void>;
  /** Closes the port and all connections, ends retries and writes what is left. */
  stop(): Promise<void>;
}

/** Starts the stand-ins of all outside providers: one loopback port for their traffic, one page for their users. */
export const startFakes = async (options: FakesOptions): Promise<Fakes> => {
  const { appUrl, credentials, now } = options;
  const dataDir = options.dataDir === null ? null : join(options.dataDir, 'fakes');
  const slugs = ['slack', 'telegram', 'msteams', 'email', 'whatsapp', 'discord', 'http', 'stripe'];
  const recorder = createRecorder({ dataDir, providers: slugs, now });
  const behaviours = createBehaviours();
  const product = createProduct(appUrl);
  const ports = { product, recorder, now, wait: options.wait ?? waitFor };

  const fresh = initialTelegramState(appUrl, credentials.telegram, now());
  const telegramState = openState(dataDir, 'telegram', fresh);
  // The operator's setWebhook of this run: port and secret may have changed since the last one.
  telegramState.current.webhook = fresh.webhook;

  const slack = createSlack({
    ...ports,
    credentials: credentials.slack,
    state: openState(dataDir, 'slack', initialSlackState()),
  });
  const telegram = createTelegram({ ...ports, credentials: credentials.telegram, state: telegramState });
  const teams = createTeams({ state: openState(dataDir, 'msteams', initialTeamsState()), recorder });
  const mailbox = createMailbox({ recorder, behaviours, onFate: options.onMailFate });
  const whatsapp = createWhatsapp({
    ...ports,
    credentials: credentials.whatsapp,
    state: openState(dataDir, 'whatsapp', initialWhatsappState()),
  });
  const discord = createDiscord({ state: openState(dataDir, 'discord', initialDiscordState()), recorder, now });
  const receiver = createHttpReceiver({ state: openState(dataDir, 'http', initialHttpState()), now });
  const stripe = createStripe({
    ...ports,
    credentials: credentials.stripe,
    state: openState(dataDir, 'stripe', initialStripeState()),
  });
  const providers: FakeProvider[] = [slack, telegram, teams, mailbox, whatsapp, discord, receiver, stripe];

  const server = await startProviderServer({ port: options.port, providers, recorder, behaviours });
  return {
    origin: server.origin,
    hostMap: Object.fromEntries(providers.flatMap(({ hosts }) => hosts.map((host) => [host, server.origin]))),
    handlePage: createPageHandler({ providers, recorder, behaviours, appUrl, slack, stripe }),
    onMail: mailbox.onMail,
    clockMoved: stripe.clockMoved,
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
