import { useRef, useState } from 'react';
import { usePlans } from '../../data/account.ts';
import {
  useChangeMember,
  useInviteMember,
  useRemoveMember,
  useResendInvitation,
  useTeam,
  useWithdrawInvitation,
} from '../../data/team.ts';
import { refusalOf } from '../../lib/errors.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Answer } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { inputLook, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { FailedLoad, Panel, Skeleton } from '../../ui/panel.tsx';
import { useNow } from '../../ui/time.tsx';
import { teamTexts as texts } from './team-texts.ts';

type Team = Answer<'getTeam'>;
type Role = keyof typeof texts.roles;

const onError = (error: unknown) => showError(error, { title: texts.failed });
const sent = (email: string) => toasts.add({ severity: 'success', summary: texts.sent, detail: email });

/** The members and invitations of the user's account. */
export function TeamPanel() {
  const team = useTeam();
  const premium = usePlans().data?.find(({ name }) => name === 'premium');
  const now = useNow();
  const open = team.data?.invitations.filter(({ expiresAt }) => new Date(expiresAt).getTime() > now) ?? [];
  const used = (team.data?.members.length ?? 0) + open.length;
  return (
    <Panel
      title={texts.title}
      headingId="team-panel"
      aside={team.data && team.data.maxSeats > 0 && <Badge tone="idle">{texts.seats(used, team.data.maxSeats)}</Badge>}
    >
      <p className="mb-4 text-ink-2">
        {texts.text}{' '}
        <TextLink to="/docs/account" hash="teams">
          {texts.more}
        </TextLink>
      </p>
      {team.data === undefined ? (
        team.error ? (
          <FailedLoad text={texts.notLoaded} onRetry={() => void team.refetch()} />
        ) : (
          <Skeleton className="h-14" />
        )
      ) : (
        <>
          {used > 0 && <Seats of={team.data} />}
          {team.data.maxSeats > 0 ? (
            <InviteForm />
          ) : (
            <p className="text-meta text-ink-2">
              {texts.none(premium?.maxSeats ?? 0)}{' '}
              <TextLink to="/user/settings" hash="plan">
                {texts.upgrade}
              </TextLink>
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function Seats({ of: { members, invitations } }: { of: Team }) {
  return (
    <ul aria-label={texts.title} className="mb-4 divide-y divide-line">
      {members.map((member) => (
        <MemberRow key={member.id} of={member} />
      ))}
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} of={invitation} />
      ))}
    </ul>
  );
}

const rowLook = 'flex flex-wrap items-center gap-x-4 gap-y-2 py-3';

function MemberRow({ of: { id, email, role } }: { of: Team['members'][number] }) {
  const [asking, setAsking] = useState(false);
  const change = useChangeMember();
  const remove = useRemoveMember();
  return (
    <li className={rowLook}>
      <span className="min-w-0 flex-1 basis-52 font-medium wrap-anywhere">{email}</span>
      <select
        aria-label={texts.roleOf(email)}
        className={`${inputLook} !h-9 !w-auto`}
        value={change.isPending ? change.variables.role : role}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ id, role: target.value as Role }, { onError })}
      >
        {(Object.keys(texts.roles) as Role[]).map((each) => (
          <option key={each} value={each}>
            {texts.roles[each]}
          </option>
        ))}
      </select>
      <Button
        size="small"
        tone="danger-outline"
        aria-label={`${texts.remove} ${email}`}
        busy={remove.isPending}
        onClick={() => setAsking(true)}
      >
        {texts.remove}
      </Button>
      {asking && (
        <LateConfirm
          title={texts.remove}
          verb={texts.remove}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(id, { onError, onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.question(email)}</p>
        </LateConfirm>
      )}
    </li>
  );
}

function InvitationRow({ of: { id, email, role, expiresAt } }: { of: Team['invitations'][number] }) {
  const now = useNow();
  const resend = useResendInvitation();
  const withdraw = useWithdrawInvitation();
  const isExpired = new Date(expiresAt).getTime() <= now;
  return (
    <li className={rowLook}>
      <span className="flex min-w-0 flex-1 basis-52 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{email}</span>
        <Badge tone={isExpired ? 'err' : 'idle'}>{isExpired ? texts.expired : texts.open}</Badge>
        <span className="text-meta text-ink-2">{texts.roles[role]}</span>
      </span>
      <div className="flex gap-2">
        <Button
          size="small"
          aria-label={`${texts.resend}: ${email}`}
          busy={resend.isPending}
          onClick={() => resend.mutate(id, { onError, onSuccess: () => sent(email) })}
        >
          {texts.resend}
        </Button>
        <Button
          size="small"
          tone="danger-outline"
          aria-label={`${texts.withdraw}: ${email}`}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(id, { onError })}
        >
          {texts.withdraw}
        </Button>
      </div>
    </li>
  );
}

function InviteForm() {
  const invite = useInviteMember();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  return (
    <Form
      className="flex max-w-[480px] flex-col gap-4"
      onSubmit={() =>
        invite.mutate(
          { email: email.trim(), role },
          {
            onSuccess: (made) => {
              setEmail('');
              field.current?.focus();
              sent(made.email);
            },
          },
        )
      }
    >
      {invite.error && <FormError refusal={refusalOf(invite.error)} />}
      <TextField
        ref={field}
        label={texts.email}
        type="email"
        autoComplete="off"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <SelectField<Role>
        label={texts.role}
        hint={texts.roleHint}
        value={role}
        choices={texts.roles}
        onChange={setRole}
      />
      <div>
        <Button type="submit" tone="primary" busy={invite.isPending}>
          {texts.invite}
        </Button>
      </div>
    </Form>
  );
}
