import { CircleCheck, TriangleAlert } from 'virtual:icons';
import { type CheckedCalls, useCheckVerification, type Verification } from '../../data/verification.ts';
import { refusalOf } from '../../lib/errors.ts';
import { unverifiedWord } from '../../lib/unverified.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Notice } from '../../ui/panel.tsx';
import { type Choice, ownOf } from './rules.ts';
import { texts } from './texts.ts';

const words = texts.dialog;
const LAST = 20;
/** Number of failed calls that are listed. */
const NAMED = 5;

/**
 * Tries the settings on stored calls before they reject anything.
 * @param ready true if a secret can be tried
 * @param isKept false if the proof is not stored with a call
 */
export function CheckCalls({
  webhookId,
  choice,
  known,
  ready,
  isKept,
  onChecked,
}: {
  webhookId: number;
  choice: Choice;
  known: Verification;
  ready: boolean;
  isKept: boolean;
  onChecked(failing: number): void;
}) {
  const check = useCheckVerification(webhookId);
  if (!isKept) return <p className="text-meta text-ink-2">{words.notKept}</p>;
  const { sender } = choice;
  const secret = choice.secret.trim();
  const tryIt = () => {
    if (sender === undefined) return;
    check.mutate(
      { sender, ...ownOf(choice), ...(secret !== '' && { secret }), last: LAST },
      { onSuccess: ({ checked, passed }) => onChecked(checked - passed) },
    );
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="small" busy={check.isPending} disabled={!ready} onClick={tryIt}>
        {words.tryIt(LAST)}
      </Button>
      {!ready && <p className="text-meta text-ink-2">{words.needSecret}</p>}
      <div role="status" className="w-full empty:hidden">
        {check.error && (
          <FieldError help={refusalOf(check.error).code}>
            {words.notTried}: {refusalOf(check.error).messages.join(' ')}
          </FieldError>
        )}
        {check.data && <Outcome webhookId={webhookId} checked={check.data} known={known} />}
      </div>
    </div>
  );
}

function Outcome({
  webhookId,
  checked: { checked, passed, results, hint },
  known,
}: {
  webhookId: number;
  checked: CheckedCalls;
  known: Verification;
}) {
  if (checked === 0) return <p className="text-meta text-ink-2">{words.noCalls}</p>;
  const failing = results.filter(({ outcome }) => outcome === 'unverified');
  if (failing.length === 0)
    return (
      <Notice tone="ok" icon={<CircleCheck size={18} aria-hidden />}>
        <p>{words.all(checked)}</p>
        <BySecret results={results} known={known} />
      </Notice>
    );
  return (
    <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
      <p>{words.some(passed, checked)}</p>
      <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-5 text-meta">
        {failing.slice(0, NAMED).map(({ invocationId, reason }) => (
          <li key={invocationId}>
            {unverifiedWord(reason).why}{' '}
            <TextLink to="/webhooks/$id" params={{ id: webhookId }} search={{ inv: invocationId }}>
              {words.open}
            </TextLink>
          </li>
        ))}
      </ul>
      <p className="mt-1 font-medium">{hint ?? unverifiedWord(failing[0]?.reason).repair}</p>
      <BySecret results={results} known={known} />
    </Notice>
  );
}

/** If there are several secrets, shows how many calls each signed, so the user knows when to remove the old one. */
function BySecret({ results, known: { secrets } }: { results: CheckedCalls['results']; known: Verification }) {
  if (secrets.length < 2 || !results.some(({ secretId }) => secretId !== undefined)) return null;
  return secrets.map(({ id, hint }) => (
    <p key={id} className="mt-1 text-meta">
      {words.bySecret(results.filter(({ secretId }) => secretId === id).length, hint)}
    </p>
  ));
}
