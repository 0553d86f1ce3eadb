/**
 * The program inside an environment. Like Lambda's Node runtime, it loads the bundle's handler and runs one event at a
 * time. `environment.ts` starts it with the function's environment variables.
 */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithParent } from '../processes.ts';
import { installShiftedDate } from '../shifted-date.ts';
import type { FromEnvironment, FunctionEvent, ToEnvironment } from './protocol.ts';

type Handler = (event: unknown, context: unknown) => unknown;

endWithParent();
process.execPath = fileURLToPath(new URL('./linked-node', import.meta.url));
const [folder = '', handlerName = '', clockOffsetMs = '0'] = process.argv.slice(2);
const setClock = installShiftedDate(Number(clockOffsetMs));
const send = (message: FromEnvironment) => process.send?.(message);

/** Loads the handler; for example, `index.handler` is the export `handler` of `index.mjs`. */
const loadHandler = async (): Promise<Handler> => {
  const dot = handlerName.lastIndexOf('.');
  const file = join(folder, `${handlerName.slice(0, dot)}.mjs`);
  const module: Record<string, unknown> = await import(pathToFileURL(file).href);
  const handler = module[handlerName.slice(dot + 1)];
  if (typeof handler !== 'function') throw new Error(`${handlerName} is not exported by the bundle.`);
  return handler as Handler;
};

const contextOf = ({ requestId, timeoutSeconds }: FunctionEvent) => {
  const deadline = performance.now() + timeoutSeconds * 1000;
  return {
    awsRequestId: requestId,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: '$LATEST',
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  };
};

const run = async (handler: Promise<Handler>, message: FunctionEvent): Promise<void> => {
  const before = process.cpuUsage();
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const { requestId } = message;
  process.env._X_AMZN_TRACE_ID = message.trace;
  try {
    const value = await (await handler)(message.event, contextOf(message));
    send({ kind: 'result', requestId, value: value ?? null, cpuMs: cpuMs() });
  } catch (error) {
    const { name, message: errorMessage, stack } = error instanceof Error ? error : new Error(String(error));
    send({ kind: 'error', requestId, errorType: name, errorMessage, stack: stack ?? '', cpuMs: cpuMs() });
  }
};

const handler = loadHandler();
// If the bundle doesn't load, each event returns the error. An unhandled rejection would end the process immediately.
handler.then(
  () => send({ kind: 'ready' }),
  () => send({ kind: 'ready' }),
);

let kept = false;
/** Environments are killed and never exit normally, so the compile cache is written explicitly, once. */
const keepCompiledCode = () => {
  if (kept) return;
  kept = true;
  flushCompileCache();
};

process.on('message', (message: ToEnvironment) => {
  setClock(message.clockOffsetMs);
  if (message.kind === 'event') void run(handler, message).finally(keepCompiledCode);
});
