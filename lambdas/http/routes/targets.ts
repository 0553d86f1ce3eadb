import type { CreateTargetPorts } from '../../targets/create-target.ts';
import type { DeleteTargetPorts } from '../../targets/delete-target.ts';
import type { ReadTargetPorts } from '../../targets/read-targets.ts';
import type { SendTestPorts } from '../../targets/send-test.ts';
import { type Handlers, reply } from '../handler.ts';
import { stateCookies } from '../state-cookie.ts';

/** What the verbs of the targets need. */
export type TargetPorts = CreateTargetPorts & ReadTargetPorts & DeleteTargetPorts & SendTestPorts;

/** Loaded with the first call about targets. */
const verbs = () => import('../../targets/verbs.ts');

/**
 * Making, reading, changing, trying and deleting targets.
 * @param ports made with the first call, as the operator's secrets have to be read for them
 * @param resume lets out what waits for a target whose state has changed
 */
export const targetRoutes = (
  ports: () => Promise<TargetPorts>,
  resume: (userId: number, targetId: number) => Promise<void>,
) =>
  ({
    listTargets: async ({ caller }) => (await verbs()).listTargets(caller.userId, await ports()),
    createTarget: async ({ caller, request }) => {
      const { createTarget } = await verbs();
      const target = await createTarget(caller.userId, request, await ports());
      return reply(target, { headers: { location: `/api/targets/${target.id}` }, ...stateCookies(target) });
    },
    listTargetKinds: async () => (await verbs()).listTargetKinds((await ports()).credentials),
    getTarget: async ({ caller, params }) => {
      const target = await (await verbs()).getTarget(caller.userId, params.id, await ports());
      return reply(target, stateCookies(target));
    },
    updateTarget: async ({ caller, params, request }) => {
      const { updateTarget } = await verbs();
      const target = await updateTarget(caller.userId, params.id, request, await ports());
      if (target.status === 'active') await resume(caller.userId, params.id);
      return reply(target, stateCookies(target));
    },
    deleteTarget: async ({ caller, params }) => {
      const { deleteTarget } = await verbs();
      await deleteTarget(caller.userId, params.id, await ports());
      await resume(caller.userId, params.id);
    },
    testTarget: async ({ caller, params }) => (await verbs()).sendTest(caller.userId, params.id, await ports()),
  }) satisfies Partial<Handlers<'api'>>;
