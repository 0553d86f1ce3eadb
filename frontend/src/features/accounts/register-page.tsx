import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { emailProblem } from '#contract/email-address';
import { usePlans, useRegister } from '../../data/account.ts';
import { useChallenge } from '../../lib/challenge/use-challenge.ts';
import { errorCode, hasMessage, type Refusal, refusalOf } from '../../lib/errors.ts';
import { plural } from '../../lib/format.ts';
import { TRIAL_KEY } from '../../lib/trial-key.ts';
import { Submit, TextLink, textLink } from '../../ui/button.tsx';
import { ChallengeNote } from '../../ui/challenge-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Page } from '../../ui/page.tsx';
import { PasswordField, PasswordMeter } from '../../ui/password.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { AuthForm } from './auth-card.tsx';
import { InvitationNote, useInvitationAt } from './invitation-note.tsx';
import { signUpBlockedBy } from './rules.ts';
import { texts } from './texts.ts';

const LegalDialog = lazy(() => import('./legal-dialog.tsx').then((module) => ({ default: module.LegalDialog })));

/** @param next the page to open after the registration */
export function RegisterPage({ next }: { next?: string | undefined }) {
  const invitation = useInvitationAt(next);
  const { register, handleSubmit, watch, formState, setValue } = useForm({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', confirmation: '' },
  });
  useEffect(() => {
    if (invitation) setValue('email', invitation.email);
  }, [invitation, setValue]);
  const [hasTrial, setHasTrial] = useState(false);
  useEffect(() => setHasTrial(localStorage.getItem(TRIAL_KEY) !== null), []);
  const [legal, setLegal] = useState<'terms' | 'privacy'>();
  const challenge = useChallenge('REGISTER');
  const signUp = useRegister();
  const navigate = useNavigate();
  const { email, password, confirmation } = watch();
  const blocked = signUpBlockedBy({ password, confirmation, challenge: challenge.token, submitting: signUp.isPending });
  const differs = confirmation !== '' && password !== confirmation;

  const submit = handleSubmit(({ email }) =>
    signUp.mutate(
      { email, password, challenge: challenge.token ?? '' },
      { onSuccess: () => void navigate({ href: next ?? '/dashboard' }), onError: challenge.renew },
    ),
  );
  const refusal: Refusal =
    signUp.error === null
      ? { messages: [] }
      : hasMessage(signUp.error)
        ? refusalOf(signUp.error)
        : { messages: [texts.error], code: errorCode(signUp.error) };

  return (
    <Page title={texts.register.title} intro={<PlanIntro />} width="auth">
      <AuthForm onSubmit={submit}>
        <InvitationNote invitation={invitation} />
        {hasTrial && <p className="text-meta text-ink-2">{texts.register.trial}</p>}
        <FormError refusal={refusal} />
        <TextField
          label={texts.email}
          type="email"
          autoComplete="email"
          required
          error={formState.errors.email?.message}
          {...register('email', { validate: emailProblem })}
        />
        <div className="flex flex-col gap-2">
          <PasswordField
            label={texts.password}
            autoComplete="new-password"
            required
            {...register('password', { required: true })}
          />
          <PasswordMeter password={password} email={email} />
        </div>
        <PasswordField
          label={texts.confirm}
          autoComplete="new-password"
          required
          error={differs ? texts.mismatch : undefined}
          help="passwords-differ"
          {...register('confirmation', { required: true })}
        />
        <p className="text-meta text-ink-2">
          {texts.register.accept}{' '}
          <button type="button" className={textLink} onClick={() => setLegal('terms')}>
            {texts.register.terms}
          </button>{' '}
          {texts.register.and}{' '}
          <button type="button" className={textLink} onClick={() => setLegal('privacy')}>
            {texts.register.privacy}
          </button>
          .
        </p>
        <div className="flex flex-col gap-2">
          <Submit size="large" wide busy={signUp.isPending} disabled={blocked !== undefined}>
            {texts.register.submit}
          </Submit>
          {/* Keeps the note's line, so the links below don't move when the check ends. */}
          <div className="min-h-5">
            <ChallengeNote challenge={challenge} className="text-center" />
          </div>
        </div>
      </AuthForm>
      <p className="mt-5 text-center text-ink-2">
        {texts.register.already}{' '}
        <TextLink to="/login" search={next === undefined ? {} : { next }}>
          {texts.register.login}
        </TextLink>
      </p>
      {legal && (
        <Suspense fallback={<ProgressLine />}>
          <LegalDialog document={legal} onClose={() => setLegal(undefined)} />
        </Suspense>
      )}
    </Page>
  );
}

/** The limits of the free plan, as the API reports them. */
function PlanIntro() {
  const free = usePlans().data?.find(({ name }) => name === 'free');
  if (!free) return texts.register.introShort;
  const targets = free.maxTargets === null ? 'unlimited targets' : plural(free.maxTargets, 'target');
  return texts.register.intro(plural(free.maxWebhooks, 'webhook'), targets, String(free.maxInvocationsPerDay));
}
