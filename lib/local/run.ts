import type { ProviderCredentials } from '../../lambdas/model/message.ts';
import { loadSettings } from '../settings.ts';
import { rewriteAddresses } from './addresses.ts';
import { type LocalAws, startAws } from './aws.ts';
import { ensureAssembly } from './build/assembly.ts';
import { createClock } from './clock.ts';
import { type Console, createConsole } from './console.ts';
import { createControl } from './control.ts';
import { openDataDirectory } from './data-directory.ts';
import { createMailEvents, simulatedOutcomes } from './events/mail-events.ts';
import { waitUntilIdle } from './events/quiet.ts';
import { startFakes } from './fakes/index.ts';
import { createHandlers, takePorts } from './listeners.ts';
import type { LocalOptions } from './options.ts';
import { localProviderCredentials } from './provider-credentials.ts';
import { allStages } from './settings.ts';
import { chooseTableProgram, thisMachine } from './stand-ins/table-programs.ts';
import { startTableStandIn } from './stand-ins/table-stand-in.ts';
import { readAssembly } from './template/assembly.ts';
import { type Deployment, readDeployment } from './template/deployment.ts';
import { startWatching } from './watch.ts';
import { startWorkloads } from './workloads.ts';

interface LocalMachine {
  appUrl: string;
  invokeUrl: string;
  /** Resolves to the reason when the machine cannot continue. */
  lost: Promise<Error>;
  stop(): Promise<void>;
}

/** The longest times that the clock waits for running work, such as a delivery to a provider that doesn't respond. */
const QUIET_LIMIT_MS = { before: 3_000, after: 20_000 };

/** The delay of a bounce. An immediate one would arrive before the sending function has stored the email. */
const MAIL_SERVER_MS = 500;

/** Functions that users wait for. They are started before their first event. */
const WARM_FIRST = ['invoke', 'accounts', 'api', 'dispatcher'];

/** Stores the providers' credentials in their secret, as the operator of a deployed stage would. */
const fillProviderSecret = (
  { functions }: Deployment,
  { secrets }: LocalAws,
  credentials: ProviderCredentials,
): void => {
  const arns = new Set(functions.map(({ spec }) => spec.environment.PROVIDERS_SECRET_ARN));
  for (const arn of arns) if (arn) secrets.put(arn, JSON.stringify(credentials));
};

/**
 * Runs the template of the stage `local` on this machine. Resolves when it accepts requests.
 * @param write receives the lines for the terminal
 * @throws PortTaken, DataInUse, BrokenData, NoTableStandIn, OtherTableProgram, UnsupportedTemplate, OtherLayout,
 *   TableLost, or the output of building and synthesizing
 */
export const startLocalMachine = async (
  options: LocalOptions,
  write: (line: string) => void,
): Promise<LocalMachine> => {
  const { port, invokePort, verbose, watch, settingsPath } = options;
  const appUrl = `http://localhost:${port}`;
  const invokeUrl = `http://localhost:${invokePort}`;
  // The functions that stop the started parts. They run in reverse order.
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).reverse()) await end();
  };

  try {
    // This check comes first, so a machine without a table program fails before the build.
    const program = chooseTableProgram(thisMachine(process.env));
    const settings = loadSettings('local', { overridesPath: settingsPath, stages: allStages({ port, invokePort }) });
    const listeners = await takePorts({ port, invokePort });
    const data = openDataDirectory(options.dataDir);
    stops.push(data.release);
    const clock = createClock(data.clockOffsetMs);
    clock.onMove(data.keepClock);
    const console: Console = createConsole({ verbose, now: clock.now, write });

    const lost = Promise.withResolvers<Error>();
    // The table starts in parallel with the build, because it needs nothing from it.
    const starting = startTableStandIn({
      program,
      dataDir: data.path,
      onOutput: (line) => console.detail('tables', line),
      onFetch: () => console.say('Fetching DynamoDB Local with Maven …'),
      onRestart: (reason) => console.problem('tables', `The local table stopped (${reason}) and was restarted.`),
      onLost: lost.resolve,
    });
    // If the start fails, there is nothing to stop. The error is reported where the result is needed.
    const ended = starting.then(
      (tables) => tables.stop,
      () => () => Promise.resolve(),
    );
    stops.push(async () => (await ended)());
    const onBuild = () => console.say('Building functions, pages and template …');
    // Waits for both, so a failed start is reported before the build ends.
    const [tables, folder] = await Promise.all([
      starting,
      options.assembly ?? ensureAssembly({ settingsPath, onBuild }),
    ]);
    // The sign-in provider exists only with settings for it.
    const { oidc } = settings.providerCredentials ?? {};
    const fakes = await startFakes({
      port: 0,
      appUrl,
      dataDir: data.path,
      credentials: { ...localProviderCredentials, ...(oidc && { oidc }) },
      now: clock.now,
      onMailFate: (fate, mail) => reportMail(fate, mail),
    });
    stops.push(fakes.stop);
    const rewrite = rewriteAddresses({ appUrl, invokeUrl, fakesOrigin: fakes.origin });
    const deployment = readDeployment(readAssembly(folder, rewrite));
    const onMail = (mail: Parameters<typeof fakes.onMail>[0]) => {
      const verdict = fakes.onMail(mail);
      // SES reports the result only after the recipient's server has responded.
      if (verdict === 'accept')
        for (const { fate, mail: part } of simulatedOutcomes(mail))
          setTimeout(() => void reportMail(fate, part), MAIL_SERVER_MS).unref();
      return verdict;
    };
    const aws = await startAws({
      deployment,
      tables,
      data,
      clock,
      console,
      onMail,
      mailSandbox: settings.mailSandbox,
    });
    stops.push(aws.stop);
    data.markComplete();
    fillProviderSecret(deployment, aws, { ...localProviderCredentials, ...settings.providerCredentials });

    const workloads = startWorkloads({ deployment, aws, clock, console });
    stops.push(workloads.stop);
    const reportMail = createMailEvents({
      destinations: deployment.mailEvents,
      subscriptions: deployment.subscriptions,
      now: clock.now,
      send: (queueName, body) =>
        aws.queues.call('SendMessage', {
          QueueUrl: `http://localhost/${deployment.account}/${queueName}`,
          MessageBody: body,
        }),
    });
    for (const name of WARM_FIRST) void workloads.function(name)?.warm();

    const advanceClock = async (seconds: number) => {
      await waitUntilIdle(workloads.probes, QUIET_LIMIT_MS.before);
      await clock.advance(seconds * 1000);
      await fakes.clockMoved();
      await workloads.schedules.runDue();
      const quiet = await waitUntilIdle(workloads.probes, QUIET_LIMIT_MS.after);
      return { now: clock.now(), quiet };
    };
    const control = createControl({ usage: aws.usage, advanceClock, environmentOf: workloads.environment });

    const watcher = watch ? await startWatching({ console, workloads }) : undefined;
    if (watcher) stops.push(watcher.stop);
    listeners.open({
      ...createHandlers({
        deployment,
        clock,
        console,
        secrets: aws.secrets,
        objects: aws.objects,
        invoke: workloads.invoke,
        rewrite,
        liveWebDir: watcher?.webDir,
      }),
      intercept: async (request, response, path) =>
        (await control(request, response, path)) || fakes.handlePage(request, response, path),
    });
    // The listeners are stopped first, so no request arrives while the other parts stop.
    stops.push(listeners.stop);
    return { appUrl, invokeUrl, lost: lost.promise, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
