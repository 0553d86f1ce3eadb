import { useRequestVerification } from '../../data/account.ts';
import { showError, toasts } from '../../lib/services.ts';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';

/** The limits of an unconfirmed address, and a button that sends the confirmation email. */
export function ConfirmAddress({ email }: { email: string }) {
  const request = useRequestVerification();
  const ask = () =>
    request.mutate(undefined, {
      onSuccess: () =>
        toasts.add({ severity: 'success', summary: texts.address.sent, detail: texts.address.sentDetail(email) }),
      onError: (error) => showError(error, { title: texts.address.notSent }),
    });
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="text-meta text-ink-2">{texts.address.unconfirmed}</span>
      <Button busy={request.isPending} onClick={ask}>
        {texts.address.ask}
      </Button>
    </span>
  );
}
