import { useNavigate } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useRef, useState } from 'react';
import { MAX_NAME } from '#contract/bounds';
import { useAccount } from '../../data/account.ts';
import { useCreateTarget, useTargetKinds } from '../../data/targets.ts';
import { ApiError } from '../../lib/errors.ts';
import { safeRedirect } from '../../lib/safe-redirect.ts';
import { showError, toasts } from '../../lib/services.ts';
import { useDraft } from '../../lib/use-draft.ts';
import type { Target, TargetKind } from '../../lib/wire.ts';
import { Button, ButtonLink, Submit } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Crumbs, Page } from '../../ui/page.tsx';
import { FailedLoad, Panel, Skeleton } from '../../ui/panel.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { KindChoice } from './kind-choice.tsx';
import { KindFields } from './kind-fields.tsx';
import type { Service } from './more-services.tsx';
import { missingForTarget, problemOf } from './rules.ts';
import { TargetLimit } from './targets-page.tsx';
import { texts } from './texts.ts';
import { nothing, type Typed, withoutAddresses } from './typed-target.ts';

const CodeDialog = lazy(() => import('./code-dialog.tsx').then((module) => ({ default: module.CodeDialog })));

const FormDialog = lazy(() => import('./form-dialog.tsx').then((module) => ({ default: module.FormDialog })));

const MoreServices = lazy(() => import('./more-services.tsx').then((module) => ({ default: module.MoreServices })));

const SecretDialog = lazy(() => import('./secret-dialog.tsx').then((module) => ({ default: module.SecretDialog })));

/**
 * The page that creates a target.
 * @param wish the name and the type's slug from a link
 */
export function NewTargetPage(wish: { name?: string; type?: string }) {
  const kinds = useTargetKinds();
  const create = useCreateTarget();
  const navigate = useNavigate();
  const [{ name, slug, options, formOpen }, setTyped, forget] = useDraft(
    'target-new',
    () => ({ ...nothing, name: wish.name ?? '', slug: wish.type ?? '' }),
    withoutAddresses,
  );
  const change = (part: Partial<Typed>) => setTyped((old) => ({ ...old, ...part }));
  const setOptions = (next: Record<string, string>) => change({ options: next });
  const setFormOpen = (open: boolean) => change({ formOpen: open, ...(!open && { options: {} }) });
  const [touched, setTouched] = useState(false);
  const [made, setMade] = useState<Target>();
  const [secret, setSecret] = useState<{ text: string; id: number }>();

  const [more, setMore] = useState(false);
  const [service, setService] = useState<Service>();

  const kind = service?.kind ?? kinds.data?.find((other) => other.slug === slug);
  const guided = kind?.guided ?? false;
  const nameField = useRef<HTMLInputElement>(null);
  const isNameless = name.trim() === '';
  const atLimit = useAccount().data?.limits.targetLimitHit ?? false;
  const missing = atLimit ? texts.create.atLimit : missingForTarget(name, kind, texts.create);
  const firstProblem = guided ? undefined : problemOf(kind?.fields ?? [], options);

  // Always opens the target's page, which has the test message and the link to a new webhook.
  const toPage = (id: number) => void navigate({ to: '/targets/$id', params: { id } });
  const finish = (target: Target, chosen: TargetKind) => {
    const waits = target.status === 'pending' && target.statusReason;
    toasts.add({
      severity: waits ? 'info' : 'success',
      summary: texts.create.created,
      detail: waits || texts.create.createdDetail(chosen.name),
    });
    toPage(target.id);
  };

  const afterwards = (target: Target, chosen: TargetKind) => {
    // Forgets the draft, because the target now exists and the provider may redirect the browser away.
    forget();
    setFormOpen(false);
    const authUrl = safeRedirect(target.options.AuthUrl);
    if (authUrl !== undefined) return location.assign(authUrl);
    if (chosen.setup === 'code' && target.status !== 'active') return setMade(target);
    const shownOnce = target.options.secret ?? target.options.signing_secret;
    // The services of presets do not check our signature, so their secret is not shown.
    if (typeof shownOnce === 'string' && !service) return setSecret({ text: shownOnce, id: target.id });
    finish(target, chosen);
  };

  const start = (given: Record<string, string>) => {
    if (!kind) return;
    create.mutate(
      { name: name.trim(), type: kind.slug, enabled: true, options: service?.fill(given) ?? given },
      {
        onSuccess: (target) => afterwards(target, kind),
        onError: (error) => {
          if (error instanceof ApiError && error.status === 409) {
            toasts.add({ severity: 'info', summary: texts.create.exists, detail: texts.create.existsDetail });
            void navigate({ to: '/targets' });
            return;
          }
          // Field errors appear at their fields; everything else is a toast. A service has not all fields of its options.
          const isAtField = ({ path }: { path: string }) =>
            !service || kind.fields.some((field) => path === `options.${field.name}`);
          if (!(error instanceof ApiError && error.errors.some(isAtField))) showError(error);
        },
      },
    );
  };

  const choose = (chosen: Service | undefined, next: string) => {
    setService(chosen);
    change({ slug: next, options: {} });
    setTouched(false);
    create.reset();
  };

  const press = () => {
    if (!kind) return;
    if (kind.setup === 'form' && guided) return setFormOpen(true);
    setTouched(true);
    if (problemOf(kind.fields, options) !== undefined) return;
    start(options);
  };

  return (
    <Page
      title={texts.create.title}
      width="form"
      crumbs={<Crumbs to="/targets" parent={texts.list.title} here={texts.create.crumb} />}
    >
      {atLimit && <TargetLimit />}
      <Panel padded={false}>
        <Form ready={missing === undefined} onSubmit={press} className="divide-y divide-line">
          <div className="p-4 md:p-6">
            <TextField
              ref={nameField}
              label={texts.create.name}
              placeholder={texts.create.namePlaceholder}
              required
              maxLength={MAX_NAME}
              autoComplete="off"
              value={name}
              onChange={(event) => change({ name: event.target.value })}
            />
          </div>
          <fieldset className="min-w-0 p-4 md:p-6">
            <legend className="float-left mb-2 w-full font-medium">
              {texts.create.kind}{' '}
              {isNameless && <span className="ml-1 text-meta font-normal text-ink-2">{texts.create.nameFirst}</span>}
            </legend>
            {kinds.isLoadingError ? (
              <div className="clear-both">
                <FailedLoad text={texts.create.failed} onRetry={() => void kinds.refetch()} />
              </div>
            ) : (
              <div className="clear-both grid grid-flow-dense gap-2.5 md:grid-cols-2">
                {kinds.data === undefined
                  ? [...'abcdefghijklm'].map((key) => <Skeleton key={key} className="h-[76px] !rounded-panel" />)
                  : kinds.data.map((each) => (
                      <Fragment key={each.slug}>
                        <KindChoice
                          kind={each}
                          checked={each.slug === slug}
                          disabled={isNameless}
                          onDisabled={() => nameField.current?.focus()}
                          onChoose={() => choose(undefined, each.slug)}
                        />
                        {each.slug === slug && !each.guided && each.fields.length > 0 && (
                          <div className="rounded-panel bg-sunken p-4 md:col-span-2">
                            <KindFields
                              kind={each}
                              values={options}
                              onChange={setOptions}
                              show={touched}
                              refused={create.error}
                            />
                          </div>
                        )}
                        {each.slug === slug && each.setup === 'redirect' && (
                          <p className="rounded-panel bg-sunken px-4 py-3 text-ink-2 md:col-span-2">
                            {texts.create.redirect(each.name)}
                          </p>
                        )}
                      </Fragment>
                    ))}
              </div>
            )}
            {kinds.data && (
              <div className="mt-4">
                {more ? (
                  <Suspense fallback={<ProgressLine />}>
                    <MoreServices
                      chosen={service?.kind.name}
                      disabled={isNameless}
                      onChoose={(chosen) => choose(chosen, '')}
                      values={options}
                      onChange={setOptions}
                      show={touched}
                      refused={create.error}
                    />
                  </Suspense>
                ) : (
                  <Button tone="link" onClick={() => setMore(true)}>
                    {texts.create.more}
                  </Button>
                )}
              </div>
            )}
          </fieldset>
          <div className="flex flex-wrap items-center justify-end gap-2 px-4 py-3.5 md:px-6">
            <span role="status" className="min-w-0 flex-1 text-meta text-ink-2">
              {missing ??
                (firstProblem === undefined
                  ? texts.create.ready
                  : // After the first attempt, the error appears at its field.
                    !touched && firstProblem)}
            </span>
            <ButtonLink to="/targets" tone="link">
              {texts.create.cancel}
            </ButtonLink>
            <Submit data-needs="editor" disabled={missing !== undefined} busy={create.isPending && !formOpen}>
              {guided ? texts.create.proceed : texts.create.create}
            </Submit>
          </div>
        </Form>
      </Panel>
      <Suspense fallback={<ProgressLine />}>
        {made && kind && <CodeDialog target={made} onClose={() => toPage(made.id)} />}
        {formOpen && kind && (
          <FormDialog
            kind={kind}
            busy={create.isPending}
            refused={create.error}
            values={options}
            onChange={setOptions}
            onAdd={start}
            onClose={() => setFormOpen(false)}
          />
        )}
        {secret !== undefined && <SecretDialog secret={secret.text} onClose={() => toPage(secret.id)} />}
      </Suspense>
    </Page>
  );
}
