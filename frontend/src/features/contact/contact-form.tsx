import { useForm } from 'react-hook-form';
import { MAX_CONTACT_MESSAGE, MAX_SENDER_NAME } from '#contract/bounds';
import { emailProblem } from '#contract/email-address';
import { useSendContactMessage } from '../../data/account.ts';
import { useChallenge } from '../../lib/challenge/use-challenge.ts';
import { showError, toasts } from '../../lib/services.ts';
import { Submit } from '../../ui/button.tsx';
import { ChallengeNote } from '../../ui/challenge-note.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { texts } from './texts.ts';

const empty = { name: '', email: '', message: '' };

/** The contact form. Its button is disabled until the challenge is solved. */
export function ContactForm() {
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: empty });
  const challenge = useChallenge('FEEDBACK');
  const send = useSendContactMessage();
  const submit = handleSubmit((values) =>
    send.mutate(
      { ...values, challenge: challenge.token ?? '' },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: texts.sent, detail: texts.sentDetail });
          reset(empty);
        },
        onError: (error) => showError(error, { title: texts.notSent }),
        onSettled: challenge.renew,
      },
    ),
  );
  const { errors } = formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
      <TextField
        label={texts.name}
        autoComplete="name"
        required
        maxLength={MAX_SENDER_NAME}
        error={errors.name?.message}
        {...register('name', { validate: (value) => value.trim() !== '' || texts.needName })}
      />
      <TextField
        label={texts.email}
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email', { validate: emailProblem })}
      />
      <TextArea
        label={texts.message}
        required
        rows={6}
        maxLength={MAX_CONTACT_MESSAGE}
        error={errors.message?.message}
        {...register('message', { validate: (value) => value.trim() !== '' || texts.needMessage })}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Submit busy={send.isPending} disabled={challenge.token === undefined}>
          {texts.submit}
        </Submit>
        <ChallengeNote challenge={challenge} />
      </div>
    </form>
  );
}
