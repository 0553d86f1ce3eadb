import proofNames from 'virtual:proof-names';
import { useLatestCallers } from '../../data/invocations.ts';
import { useRejections, useVerification, type Verification } from '../../data/verification.ts';
import { formatNumber, listOf } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FlowBox } from '../../ui/flow-box.tsx';
import { texts } from './texts.ts';

const { bar } = texts;
const MOST_LISTED = 50;

/** A webhook's sender and verification, with links to both and to the rejected calls. */
export function SenderBox({ webhookId }: { webhookId: number }) {
  const { data, isError } = useVerification(webhookId);
  const refused = useRejections(webhookId, data?.mode === 'enforce').data?.length ?? 0;
  const callers = useLatestCallers(webhookId);
  const chosen = data?.sender ? nameOf(data.sender) : undefined;
  return (
    <FlowBox
      label={bar.label}
      title={chosen ?? (callers.length > 0 ? listOf(callers) : bar.anySender)}
      text={data ? inWords(data) : isError ? bar.failed : ' '}
      warns={data !== undefined && lacksSecret(data)}
      search={{ verification: true }}
    >
      {refused > 0 && (
        <ButtonLink to="." search={(old) => ({ ...old, refused: true })} resetScroll={false} size="small">
          {bar.refused(refused < MOST_LISTED ? formatNumber(refused) : `${MOST_LISTED}+`)}
        </ButtonLink>
      )}
    </FlowBox>
  );
}

const nameOf = (sender: string): string => proofNames[sender]?.name ?? sender;

const lacksSecret = ({ mode, sender, secrets }: Verification): boolean =>
  mode !== 'off' && sender !== null && secrets.length === 0;

/** A short summary of the settings. */
export function inWords(verification: Verification): string {
  const { mode, allowIps } = verification;
  return [
    bar.modes[mode],
    mode !== 'off' && allowIps.length > 0 && bar.addresses(allowIps.length),
    lacksSecret(verification) && bar.noSecretYet,
  ]
    .filter(Boolean)
    .join(' · ');
}
