import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { challengeSettings } from '../lambdas/accounts/challenge/settings.ts';
import { throttlesSchema as accountThrottles, throttle } from '../lambdas/accounts/limits.ts';
import { email } from '../lambdas/contract/states.ts';
import { plans, plansSchema } from '../lambdas/model/plans.ts';
import { rate } from '../lambdas/platform/token-buckets.ts';
import { providerCredentials } from '../lambdas/targets/credentials.ts';

/**
 * All differences between two deployments, in one place. A stage is one object below. A JSON file named by the variable
 * STAGE_SETTINGS is merged over it, so an operator's own domain names need not be committed. Secrets are never
 * settings: a deployed stage keeps them in Secrets Manager (see `providerCredentials`).
 */

/** An origin in a browser's form: no path, no trailing slash. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url === new URL(url).origin, 'must be an origin, no path');
const positive = z.int().min(1);
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');
/** `arn:aws:acm:<region>:<account>:certificate/<id>` */
const certificateArn = z
  .string()
  .regex(/^arn:aws[\w-]*:acm:[a-z0-9-]+:\d{12}:certificate\/.+$/, 'must be the ARN of a certificate');
const regionOfArn = (arn: string): string => arn.split(':')[3] ?? '';

/**
 * The limit of an API's stage: one bucket for all callers, used up before any function can distinguish them. It is high
 * enough that the functions' own limits reject a flood first. Both APIs together stay below the quota of an account
 * (10,000 requests a second and bursts of 5,000 in a region).
 */
const gatewayThrottle = z.strictObject({ requestsPerSecond: positive, burst: positive });

/** The limits that the functions keep themselves, per account, address or user; the variable THROTTLES. */
const throttlesSchema = accountThrottles
  .extend({
    /** Template runs in the editor; each may take a second of CPU before it is killed. */
    sandboxPerUser: throttle,
    /** Searches of a webhook's calls, and its statistics; each can read as much as ten pages of the list. */
    searchPerUser: throttle,
    /** All calls of one user, or of one address without a user, in each process that answers them. */
    callsPerCaller: rate,
    /** Test messages to targets; each is sent past the pace that deliveries keep. */
    testPerUser: throttle,
  })
  .strict();
export type Throttles = z.infer<typeof throttlesSchema>;

const settingsSchema = z
  .strictObject({
    /** Part of every name in the account, so two stages can share one. */
    stage: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/),
    /** The region of everything. The account is the one whose credentials deploy. */
    /** First letter of every new invoke URL. A second stage that takes over users of a full one needs another (decision 0087). */
    cell: z.string().regex(/^[a-z]$/),
    region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/),
    /**
     * Zone of Route 53 in the same account, such as `example.com`: certificates, aliases and the records of email are
     * made in it. The names are below it; the defaults are `app.`, `in.` and for email `hello@mail.`.
     */
    hostedZone: z.hostname().toLowerCase().optional(),
    /**
     * The hosts that the browser opens, and the origin of cookies and links. Without them both are addresses of AWS.
     */
    appUrl: origin.optional(),
    /** The host that webhooks call. It differs from the app's, so nothing a stranger sends shares its origin. */
    invokeUrl: origin.optional(),
    /**
     * ACM certificates of the two hosts, where no hosted zone makes them. CloudFront reads its own in us-east-1, the
     * gateway's is in the stage's region. So the invoke host's is in us-east-1 with `invokeDistribution`, in the
     * stage's region without.
     */
    certificates: z.strictObject({ app: certificateArn, invoke: certificateArn }).optional(),
    /**
     * Adds the stack `firewall` (us-east-1), whose outputs are the next settings; optional because it costs 9 dollars a
     * month. `callsPerMinute`, the limit of one address at the invoke host, costs 6 more and needs
     * `invokeDistribution`.
     */
    firewall: z
      .strictObject({ requestsPerFiveMinutes: z.int().min(100), callsPerMinute: z.int().min(10).optional() })
      .optional(),
    /**
     * A WAF web ACL (scope CLOUDFRONT, us-east-1) in front of the app: the ACL of the stack `firewall`, or your own.
     */
    webAclArn: z.string().startsWith('arn:').optional(),
    /**
     * CloudFront before the invoke host, with its own web ACL that rejects floods of one address; its gateway then
     * answers only calls through it. Without it the API's throttle, which all callers share, is the first limit.
     */
    invokeDistribution: z.strictObject({ webAclArn: z.string().startsWith('arn:').optional() }).optional(),
    /** Version of the secret `edge` that the distributions show; the current one when the stack was made without it. */
    edgeKeyVersion: z.string().min(32).optional(),
    mail: z.strictObject({
      /**
       * Sender of every email. Its domain becomes the SES identity, so the domain's DKIM records must be published.
       * Without it and without a hosted zone, it is the operator's address: then only this address is the identity.
       */
      from: email,
      /** Receives alarms and the contact form. */
      operator: email,
    }),
    /** The operator, named by the legal pages; when it is absent, they say that no one is named. */
    operator: z
      .strictObject({
        name: z.string().min(1),
        /** Postal address, lines separated by line breaks. */
        address: z.string().min(1).optional(),
        email: email.optional(),
        /** The operator's imprint. */
        url: z.url({ protocol: /^https$/ }).optional(),
      })
      .optional(),
    /** The page about the product that the footer's About leads to; no link without it. */
    aboutUrl: z.url({ protocol: /^https$/ }).optional(),
    /** Plan numbers, see lambdas/model/plans.ts. */
    plans: plansSchema,
    /**
     * The bot challenge of registration, contact form and password reset; the variable CHALLENGE and part of
     * config.json. `pow` is self-contained: no third party, no cookie; the browser tries `maxnumber` / 2 hashes on
     * average. For `turnstile` and `recaptcha` the provider's secret key is the value of the secret `challenge`.
     */
    challenge: challengeSettings,
    throttles: throttlesSchema,
    gateway: z.strictObject({ app: gatewayThrottle, invoke: gatewayThrottle }),
    /** Pages of providers for the owner's browser, by name, replacing the addresses that the kind of target knows. */
    providerLinks: z.record(z.string(), z.url()),
    /**
     * Dispatchers that may run at the same time; keeps a burst of deliveries from starving the functions that accept
     * calls.
     */
    maxDispatchers: z.int().min(2).max(1000),
    /**
     * Functions that the account may run at the same time in this region, all of them together. It is 10 in a new
     * account, more on request (Service Quotas, Lambda, "Concurrent executions").
     */
    concurrencyQuota: z.int().min(10),
    /** Of the quota, kept for the function that accepts calls, which then cannot use more; absent in an account that is small. */
    reservedForInvoke: z.int().min(1).optional(),
    /**
     * A new version of the functions on a call's way first answers a tenth of the calls for five minutes. When it fails, it goes back automatically. Each deployment then takes ten minutes longer.
     */
    gradualRelease: z.boolean(),
    /**
     * Pays for table and index by the hour instead of by use, scaled to 75 % of it between these numbers of units a second. At a
     * steady ten calls a second the table then costs less than half; a burst beyond what it has grown to is rejected.
     */
    tableCapacity: z
      .strictObject({
        minWriteUnits: positive,
        maxWriteUnits: positive,
        minReadUnits: positive,
        maxReadUnits: positive,
      })
      .refine((it) => it.minWriteUnits <= it.maxWriteUnits && it.minReadUnits <= it.maxReadUnits, 'min is above max')
      .optional(),
    /**
     * The capacity of table and index per second before they have grown. AWS starts with 4,000 write and 12,000 read
     * units a second; more is paid for once (docs/costs.md) and can never be lowered again.
     */
    warmThroughput: z
      .strictObject({ writeUnitsPerSecond: z.int().min(4000), readUnitsPerSecond: z.int().min(12_000) })
      .optional(),
    /**
     * The interval in minutes of the canary's call through the whole product, whose failure raises an alarm; within
     * premium's daily quota. No canary without it.
     */
    canaryMinutes: z.int().min(1).max(60).optional(),
    /**
     * US dollars a month for this stage, told by its tag; emails at 80 % and 100 %, and when 100 % is forecast. No
     * budget without it.
     */
    monthlyBudgetDollars: positive.optional(),
    /** Messages waiting for another attempt that are trouble rather than a busy day; at most 4,000 are counted. */
    maxWaiting: z.int().min(1).max(4000),
    /** X-Ray for every function. Off, because it costs by the call and needs a grant on all resources; ids in the log lead through a call as well. */
    tracing: z.boolean(),
    /** Days that logs are kept; one of the values that CloudWatch offers. */
    logRetentionDays: z.literal([1, 3, 5, 7, 14, 30, 60, 90, 180, 365]),
    /**
     * A vault of AWS Backup, in another region or account, to which the table is copied each day and kept for 35 days. Without it
     * everything lies in one account.
     */
    backupVault: z
      .string()
      .regex(/^arn:aws[\w-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:.+$/, 'must be the ARN of a backup vault')
      .optional(),
    /** true: table, key and secrets survive the deletion of their stack, and the table refuses to be deleted. */
    keepData: z.boolean(),
    /**
     * The value of the secret `providers`: one object per kind of target, see docs/providers.md. Only the local machine
     * has it here, with invented values for its fakes; the operator of a deployed stage fills the secret.
     */
    providerCredentials: providerCredentials.optional(),
    /**
     * Hosts whose requests are sent to another origin, as `*.example.com` → `https://stand-in.example.net`: for a stage
     * with fake providers. The variable OUTBOUND_HOST_MAP.
     */
    outboundHostMap: z.record(z.string(), origin),
    /**
     * Local machine only: SES is in its sandbox, where these addresses and domains are verified next to the sender's.
     */
    mailSandbox: z.array(z.string().toLowerCase()).optional(),
  })
  .refine(
    ({ stage, appUrl, invokeUrl }) =>
      stage === 'local' || [appUrl, invokeUrl].every((url) => !url || /^https:/.test(url)),
    { error: 'appUrl and invokeUrl must be https outside the local stage' },
  )
  .refine(({ appUrl, invokeUrl }) => Boolean(appUrl) === Boolean(invokeUrl), {
    error:
      'appUrl and invokeUrl must be set together: set both to use your own domain, or neither to use generated addresses',
  })
  .refine(({ appUrl, invokeUrl }) => !appUrl || !invokeUrl || new URL(appUrl).host !== new URL(invokeUrl).host, {
    error: 'appUrl and invokeUrl must be different hosts: nothing a stranger sends may share the origin of the app',
  })
  .refine(
    ({ stage, appUrl, certificates, hostedZone }) => stage === 'local' || !appUrl === !(certificates || hostedZone),
    {
      path: ['certificates'],
      error:
        'must match appUrl and invokeUrl: with your own domain set certificates or hostedZone, without one set neither',
    },
  )
  .refine(({ certificates, hostedZone }) => !certificates || !hostedZone, {
    path: ['hostedZone'],
    error: 'makes the certificates: take certificates out',
  })
  .refine(
    ({ hostedZone, appUrl = '', invokeUrl = '', mail }) =>
      !hostedZone ||
      [hostOf(appUrl), hostOf(invokeUrl), mail.from.split('@')[1] ?? ''].every(
        (name) => name === hostedZone || name.endsWith(`.${hostedZone}`),
      ),
    { path: ['hostedZone'], error: 'must hold the names of appUrl, invokeUrl and mail.from' },
  )
  .refine(({ certificates }) => !certificates || regionOfArn(certificates.app) === 'us-east-1', {
    path: ['certificates', 'app'],
    error: 'must lie in us-east-1, where CloudFront reads it: request it there',
  })
  .refine(
    ({ certificates, region, invokeDistribution }) =>
      !certificates || regionOfArn(certificates.invoke) === (invokeDistribution ? 'us-east-1' : region),
    {
      path: ['certificates', 'invoke'],
      error:
        "must lie in the stage's own region, where the gateway reads it (with invokeDistribution in us-east-1, where CloudFront does): request it there",
    },
  )
  .refine(({ firewall, invokeDistribution }) => firewall?.callsPerMinute === undefined || invokeDistribution, {
    path: ['firewall', 'callsPerMinute'],
    error: 'needs invokeDistribution: AWS has no firewall for HTTP APIs',
  })
  .refine(({ maxDispatchers, concurrencyQuota }) => maxDispatchers <= concurrencyQuota / 2, {
    path: ['maxDispatchers'],
    error: 'must be at most half of concurrencyQuota: the other half accepts calls and answers people',
  })
  .refine(({ reservedForInvoke = 0, concurrencyQuota }) => reservedForInvoke === 0 || concurrencyQuota >= 400, {
    path: ['reservedForInvoke'],
    error: 'is possible from 400 on in concurrencyQuota: AWS keeps 100 for functions that reserve nothing',
  })
  .refine(({ reservedForInvoke = 0, concurrencyQuota }) => reservedForInvoke <= concurrencyQuota / 4, {
    path: ['reservedForInvoke'],
    error: 'must be at most a quarter of concurrencyQuota: the rest delivers and answers people',
  })
  .refine(({ stage, providerCredentials }) => stage === 'local' || !providerCredentials, {
    error: 'providerCredentials belong into Secrets Manager outside the local stage',
  })
  .refine(
    ({ stage, outboundHostMap }) =>
      stage === 'local' || Object.values(outboundHostMap).every((url) => /^https:/.test(url)),
    {
      path: ['outboundHostMap'],
      error: 'must lead to https outside the local stage',
    },
  )
  .refine(({ stage, mailSandbox }) => stage === 'local' || !mailSandbox, {
    error: 'mailSandbox is for the local stage only',
  });
export type Settings = z.infer<typeof settingsSchema>;

/** As written: missing names are filled in. */
export type StageSettings = Omit<Settings, 'mail'> & { mail: Partial<Settings['mail']> & { operator: string } };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A victim of guessing waits minutes, not days: the account's window is short, the address's limit does the rest. */
export const throttles: Throttles = {
  loginPerAccount: { limit: 10, windowSeconds: 15 * MINUTE },
  loginPerAddress: { limit: 50, windowSeconds: 15 * MINUTE },
  registerPerAddress: { limit: 10, windowSeconds: HOUR },
  refreshPerAddress: { limit: 300, windowSeconds: 15 * MINUTE },
  resetMailPerAccount: { limit: 3, windowSeconds: HOUR },
  resetPerAddress: { limit: 20, windowSeconds: HOUR },
  contactPerAddress: { limit: 5, windowSeconds: HOUR },
  challengePerAddress: { limit: 120, windowSeconds: 15 * MINUTE },
  subscriptionPerUser: { limit: 20, windowSeconds: HOUR },
  keyRequestPerAddress: { limit: 30, windowSeconds: HOUR },
  keyCodePerUser: { limit: 30, windowSeconds: HOUR },
  sandboxPerUser: { limit: 120, windowSeconds: MINUTE },
  searchPerUser: { limit: 240, windowSeconds: MINUTE },
  testPerUser: { limit: 20, windowSeconds: 10 * MINUTE },
  callsPerCaller: { perSecond: 20, burst: 100 },
};

/** The defaults of all stages. */
export const shared = {
  region: 'eu-central-1',
  cell: 'a',
  plans,
  // About a tenth of a second on a laptop.
  challenge: { provider: 'pow', maxnumber: 50_000, expiresSeconds: 20 * MINUTE },
  throttles,
  gateway: { app: { requestsPerSecond: 2000, burst: 1000 }, invoke: { requestsPerSecond: 6000, burst: 3000 } },
  providerLinks: {},
  outboundHostMap: {},
  canaryMinutes: 5,
  maxWaiting: 1000,
  tracing: false,
  logRetentionDays: 30,
} as const;

/**
 * The deployed stages; this machine's stage is in `local/settings.ts`. Neither has names: an operator adds the email
 * address for alarms, and `hostedZone` or the names with their certificates.
 */
export const deployedStages = {
  dev: {
    ...shared,
    stage: 'dev',
    mail: { operator: 'operator@tellhook.example' },
    // The rest of a new account's ten accepts calls and answers people.
    maxDispatchers: 4,
    concurrencyQuota: 10,
    monthlyBudgetDollars: 20,
    gradualRelease: false,
    keepData: false,
  },
  prod: {
    ...shared,
    stage: 'prod',
    mail: { operator: 'operator@tellhook.example' },
    maxDispatchers: 300,
    concurrencyQuota: 1000,
    reservedForInvoke: 200,
    warmThroughput: { writeUnitsPerSecond: 12_000, readUnitsPerSecond: 12_000 },
    monthlyBudgetDollars: 100,
    gradualRelease: true,
    keepData: true,
  },
} satisfies Record<string, StageSettings>;

interface LoadOptions {
  /** A JSON file that is merged over the stage: objects key by key, everything else replaced; null takes a setting out. */
  overridesPath?: string | undefined;
  /** The stages to choose from. */
  stages?: Readonly<Record<string, StageSettings>>;
}

/**
 * The settings of a stage, validated.
 * @throws Error with the setting's path when the stage is unknown, the file is not JSON or a value is missing, wrong or
 *   unknown
 */
export const loadSettings = (stage: string, { overridesPath, stages = deployedStages }: LoadOptions = {}): Settings => {
  const base = Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!base) throw new Error(`Unknown stage "${stage}": there are ${Object.keys(stages).join(', ')}`);
  const parsed = settingsSchema.safeParse(
    named(overridesPath ? withoutNulls(merge(base, readJson(overridesPath))) : base),
  );
  if (parsed.success) return parsed.data;
  throw new Error(
    `Settings of stage ${stage}${overridesPath ? ` with ${overridesPath}` : ''}:\n${z.prettifyError(parsed.error)}`,
  );
};

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`STAGE_SETTINGS: cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names that a hosted zone gives, and the default sender; explicit settings win. */
const named = (settings: unknown): unknown => {
  if (!isRecord(settings) || !isRecord(settings.mail)) return settings;
  const { hostedZone: zone, mail } = settings;
  return typeof zone === 'string' && URL.canParse(`https://app.${zone}`)
    ? {
        appUrl: `https://app.${zone}`,
        invokeUrl: `https://in.${zone}`,
        ...settings,
        mail: { from: `hello@mail.${zone}`, ...mail },
      }
    : { ...settings, mail: { from: mail.operator, ...mail } };
};

/** null takes a whole setting out; further down it is a value like any other. */
const withoutNulls = (settings: unknown): unknown =>
  isRecord(settings) ? Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)) : settings;

const merge = (base: unknown, override: unknown): unknown => {
  if (!isRecord(base) || !isRecord(override)) return override;
  const merged = { ...base };
  for (const [name, value] of Object.entries(override)) merged[name] = merge(base[name], value);
  return merged;
};
