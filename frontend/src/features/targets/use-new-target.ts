import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCreateTarget, useTargetKinds } from '../../data/targets.ts';
import { ApiError } from '../../lib/errors.ts';
import { safeRedirect } from '../../lib/safe-redirect.ts';
import { showError, toasts } from '../../lib/services.ts';
import { useDraft } from '../../lib/use-draft.ts';
import type { Target, TargetKind } from '../../lib/wire.ts';
import type { Service } from './more-services.tsx';
import { problemOf } from './rules.ts';
import { texts } from './texts.ts';

interface Typed {
  name: string;
  slug: string;
  options: Record<string, string>;
  formOpen: boolean;
}

/** A target’s URL is a secret, so a draft is stored without it. */
const withoutAddresses = { stored: (typed: Typed): Typed => ({ ...typed, options: {} }) };

/**
 * A target that is being created: its input, the request, and the step that follows it.
 * @param wish the name and the type's slug from a link
 */
export function useNewTarget(wish: { name?: string; type?: string }) {
  const kinds = useTargetKinds();
  const create = useCreateTarget();
  const navigate = useNavigate();
  const [typed, setTyped, forget] = useDraft<Typed>(
    'target-new',
    () => ({ name: wish.name ?? '', slug: wish.type ?? '', options: {}, formOpen: false }),
    withoutAddresses,
  );
  const [service, setService] = useState<Service>();
  const [touched, setTouched] = useState(false);
  /** The created target, if a step of its setup follows here: its code is sent, or its secret is shown once. */
  const [made, setMade] = useState<{ target: Target; secret?: string }>();
  const kind = service?.kind ?? kinds.data?.find((other) => other.slug === typed.slug);
  const change = (part: Partial<Typed>) => setTyped((old) => ({ ...old, ...part }));
  const setFormOpen = (open: boolean) => change({ formOpen: open, ...(!open && { options: {} }) });

  // Always opens the target's page, which has the test message and the link to a new webhook.
  const toPage = ({ id }: Target) => void navigate({ to: '/targets/$id', params: { id } });

  const afterwards = (target: Target, chosen: TargetKind) => {
    // Forgets the draft, because the target now exists and the provider may redirect the browser away.
    forget();
    setFormOpen(false);
    const authUrl = safeRedirect(target.options.AuthUrl);
    if (authUrl !== undefined) return location.assign(authUrl);
    if (chosen.setup === 'code' && target.status !== 'active') return setMade({ target });
    const secret = target.options.secret ?? target.options.signing_secret;
    // The services of presets do not check our signature, so their secret is not shown.
    if (typeof secret === 'string' && !service) return setMade({ target, secret });
    const waits = target.status === 'pending' && target.statusReason;
    toasts.add({
      severity: waits ? 'info' : 'success',
      summary: texts.create.created,
      detail: waits || texts.create.createdDetail(chosen.name),
    });
    toPage(target);
  };

  const showRejection = (error: Error, { fields }: TargetKind) => {
    if (error instanceof ApiError && error.status === 409) {
      toasts.add({ severity: 'info', summary: texts.create.exists, detail: texts.create.existsDetail });
      void navigate({ to: '/targets' });
      return;
    }
    // Field errors appear at their fields; everything else is a toast. A service has not all fields of its options.
    const isAtField = ({ path }: { path: string }) =>
      !service || fields.some((field) => path === `options.${field.name}`);
    if (!(error instanceof ApiError && error.errors.some(isAtField))) showError(error);
  };

  const start = (given: Record<string, string>) => {
    if (!kind) return;
    create.mutate(
      { name: typed.name.trim(), type: kind.slug, enabled: true, options: service?.fill(given) ?? given },
      { onSuccess: (target) => afterwards(target, kind), onError: (error) => showRejection(error, kind) },
    );
  };

  /** Chooses a kind, or a service with a preset. */
  const choose = (chosen: TargetKind | Service) => {
    setService('fill' in chosen ? chosen : undefined);
    change({ slug: 'fill' in chosen ? '' : chosen.slug, options: {} });
    setTouched(false);
    create.reset();
  };

  const submit = () => {
    if (!kind) return;
    if (kind.setup === 'form' && kind.guided) return setFormOpen(true);
    setTouched(true);
    if (problemOf(kind.fields, typed.options) === undefined) start(typed.options);
  };

  return { typed, change, kind, service, choose, touched, submit, setFormOpen, start, create, made, toPage };
}

export type NewTarget = ReturnType<typeof useNewTarget>;
