import { useState } from 'react';
import { useAnswerReview } from '../../data/account.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Target, Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

/**
 * A panel shown once, after an account's first reset link. It lists the webhooks and targets that were created before
 * the address was confirmed. They are disabled until the owner decides. Deleting them needs a second confirmation.
 */
export function ReviewPanel({
  since,
  webhooks,
  targets,
}: {
  since: string;
  webhooks: readonly Pick<Webhook, 'name' | 'createdAt'>[];
  targets: readonly Pick<Target, 'name' | 'createdAt'>[];
}) {
  const [asking, setAsking] = useState(false);
  const review = useAnswerReview();
  const before = ({ createdAt }: { createdAt: string }) => createdAt <= since;
  const names = (
    <dl className="mt-3 grid gap-x-3 gap-y-1 md:grid-cols-[6rem_minmax(0,1fr)]">
      <Names title={texts.review.webhooks} names={webhooks.filter(before).map(({ name }) => name)} />
      <Names title={texts.review.targets} names={targets.filter(before).map(({ name }) => name)} />
    </dl>
  );
  const answer = (keep: boolean) =>
    review.mutate(keep, {
      onSuccess: () => toasts.add({ severity: 'success', summary: keep ? texts.review.kept : texts.review.deleted }),
      onError: (error) => showError(error, { title: texts.review.notAnswered, again: () => answer(keep) }),
      onSettled: () => setAsking(false),
    });
  return (
    <Panel title={texts.review.title} headingId="review">
      <p className="max-w-3xl">{texts.review.text}</p>
      {names}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          tone="primary"
          busy={review.isPending && review.variables}
          disabled={review.isPending && !review.variables}
          onClick={() => answer(true)}
        >
          {texts.review.keep}
        </Button>
        <Button tone="danger-outline" disabled={review.isPending} onClick={() => setAsking(true)}>
          {texts.review.delete}
        </Button>
      </div>
      {asking && (
        <LateConfirm
          title={texts.review.question}
          verb={texts.review.confirm}
          busy={review.isPending}
          onConfirm={() => answer(false)}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.review.warning}</p>
          {names}
        </LateConfirm>
      )}
    </Panel>
  );
}

function Names({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <div className="contents">
      <dt className="text-ink-2">{title}</dt>
      <dd className="min-w-0 text-ink wrap-anywhere">{names.join(', ')}</dd>
    </div>
  );
}
