import { useAnswerReview } from '../../data/account.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Target, Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

/**
 * Shown once, after the first reset link of an account: what whoever registered the address had made. It is switched off
 * until the owner says whose it is.
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
  const review = useAnswerReview();
  const before = ({ createdAt }: { createdAt: string }) => createdAt <= since;
  const answer = (keep: boolean) =>
    review.mutate(keep, {
      onSuccess: () => toasts.add({ severity: 'success', summary: keep ? texts.review.kept : texts.review.deleted }),
      onError: (error) => showError(error),
    });
  return (
    <Panel title={texts.review.title} headingId="review">
      <p>{texts.review.text}</p>
      <Names title={texts.review.webhooks} names={webhooks.filter(before).map(({ name }) => name)} />
      <Names title={texts.review.targets} names={targets.filter(before).map(({ name }) => name)} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="primary" busy={review.isPending} onClick={() => answer(true)}>
          {texts.review.keep}
        </Button>
        <Button tone="danger" busy={review.isPending} onClick={() => answer(false)}>
          {texts.review.delete}
        </Button>
      </div>
    </Panel>
  );
}

function Names({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="mt-2 wrap-anywhere">
      <span className="text-ink-2">{title}</span> {names.join(', ')}
    </p>
  );
}
