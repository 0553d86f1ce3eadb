import { removeSample, renameSample } from '../../invocations/samples/change-sample.ts';
import { type KeepSamplePorts, keepSample } from '../../invocations/samples/keep-sample.ts';
import { getSample, listSamples } from '../../invocations/samples/read-samples.ts';
import { type Handlers, reply } from '../handler.ts';

/** Saves, reads, renames and removes samples. */
export const sampleRoutes = (ports: KeepSamplePorts) =>
  ({
    listSamples: ({ caller, params }) => listSamples(caller.userId, params.id, ports),
    keepSample: async ({ caller, params, request }) => {
      const call = { invocationId: request.invocation_id, name: request.name };
      const sample = await keepSample(caller.userId, params.id, call, ports);
      return reply(sample, { headers: { location: `/api/sample/${sample.id}` } });
    },
    getSample: ({ caller, params }) => getSample(caller.userId, params.id, ports),
    renameSample: ({ caller, params, request }) => renameSample(caller.userId, params.id, request.name, ports),
    removeSample: ({ caller, params }) => removeSample(caller.userId, params.id, ports),
  }) satisfies Partial<Handlers<'api'>>;
