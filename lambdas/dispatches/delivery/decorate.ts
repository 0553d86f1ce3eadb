import type { Message } from '../../model/message.ts';
import type { Target } from '../../model/target.ts';
import { leadOf, withLead } from '../../targets/lead.ts';
import type { SendWhole } from '../../targets/send-parts.ts';
import { withTime } from '../../targets/time-fact.ts';
import type { RichMessage } from '../../templates/rich/tree.ts';
import type { Subject } from '../../templates/subject/subject.ts';
import type { DeliveryJob } from '../delivery-job.ts';
import type { DeliveryPorts } from '../ports.ts';
import type { Composed } from './compose-message.ts';
import { digestLimit } from './digest-limit.ts';
import { followUp } from './follow-up.ts';
import { fits } from './matter-line.ts';
import type { Watched } from './watched-call.ts';

/** A message with everything that its webhook's settings add to it. */
interface Decorated {
  text: string;
  /** Only rich messages need the subject later, so it is not stored with plain ones. */
  rich: { subject: Subject | undefined; message: RichMessage | undefined } | undefined;
  /** The first line of a fallback's or an escalation's message. */
  lead: string | undefined;
  acknowledge: { url: string; isShown: boolean } | undefined;
  digest: Message['digest'];
  /** Sends a message in one part as a follow-up of an earlier one. */
  sendWhole: SendWhole | undefined;
}

/** Adds the lead, the time, the link to acknowledge, the digest's limit, and follow-ups to a composed message. */
export const decorate = async (
  composed: Composed,
  watched: Watched | undefined,
  { dispatch, summary, webhook, lane, target }: DeliveryJob & { target: Target },
  ports: Pick<DeliveryPorts, 'acknowledgeLink' | 'matters' | 'sender' | 'clock'>,
): Promise<Decorated> => {
  const { subject, isTest } = composed;
  const arriving = { dispatch, summary, webhook, lane };
  // A resend by the owner concerns neither the other target nor the acknowledgement.
  const lead = dispatch.cycle.attemptsBefore > 0 ? undefined : leadOf(dispatch);
  const led = lead ? withLead(lead, composed) : composed;
  const times = {
    now: ports.clock(),
    calledAt: new Date(summary.invokedAt),
    happenedAt: isTest ? undefined : composed.happenedAt,
    isExpected: lead !== undefined || dispatch.cycle.attemptsBefore > 0,
  };
  // The stored text of a partly sent message is complete. A long message gets no further part for the time.
  const timed = dispatch.partsDone === 0 ? withTime(led, times) : undefined;
  const { text, rich } =
    timed && (await fits(timed, target, ports.sender)) ? timed : dispatch.partsDone === 0 ? led : composed;
  const isWatched = watched?.isWaiting === true;
  const link = watched && { userId: webhook.userId, invocationId: summary.id, targetId: target.id, name: watched.name };
  return {
    text,
    rich: webhook.format === 'rich' ? { subject, message: rich } : undefined,
    lead,
    acknowledge: link && { url: await ports.acknowledgeLink(link), isShown: isWatched },
    digest: isTest ? undefined : digestLimit({ ...arriving, severity: subject?.severity, isWatched }),
    sendWhole: isTest ? undefined : followUp({ ...arriving, subject, watch: watched?.watch }, ports),
  };
};
