import { lazy, Suspense, useRef } from 'react';
import { MAX_NAME } from '#contract/bounds';
import { useAccount } from '../../data/account.ts';
import { ButtonLink, Submit } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Crumbs, Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { KindList } from './kind-list.tsx';
import { missingForTarget, problemOf } from './rules.ts';
import { TargetLimit } from './targets-page.tsx';
import { texts } from './texts.ts';
import { useNewTarget } from './use-new-target.ts';

const CodeDialog = lazy(() => import('./code-dialog.tsx').then((module) => ({ default: module.CodeDialog })));

const FormDialog = lazy(() => import('./form-dialog.tsx').then((module) => ({ default: module.FormDialog })));

const SecretDialog = lazy(() => import('./secret-dialog.tsx').then((module) => ({ default: module.SecretDialog })));

/**
 * The page that creates a target.
 * @param wish the name and the type's slug from a link
 */
export function NewTargetPage(wish: { name?: string; type?: string }) {
  const target = useNewTarget(wish);
  const { kind, made, create } = target;
  const { name, options, formOpen } = target.typed;
  const nameField = useRef<HTMLInputElement>(null);

  const guided = kind?.guided ?? false;
  const isNameless = name.trim() === '';
  const atLimit = useAccount().data?.limits.targetLimitHit ?? false;
  const missing = atLimit ? texts.create.atLimit : missingForTarget(name, kind, texts.create);
  const firstProblem = guided ? undefined : problemOf(kind?.fields ?? [], options);

  return (
    <Page
      title={texts.create.title}
      width="form"
      crumbs={<Crumbs to="/targets" parent={texts.list.title} here={texts.create.crumb} />}
    >
      {atLimit && <TargetLimit />}
      <Panel padded={false}>
        <Form ready={missing === undefined} onSubmit={target.submit} className="divide-y divide-line">
          <div className="p-4 md:p-6">
            <TextField
              ref={nameField}
              label={texts.create.name}
              placeholder={texts.create.namePlaceholder}
              required
              maxLength={MAX_NAME}
              autoComplete="off"
              value={name}
              onChange={(event) => target.change({ name: event.target.value })}
            />
          </div>
          <fieldset className="min-w-0 p-4 md:p-6">
            <legend className="float-left mb-2 w-full font-medium">
              {texts.create.kind}{' '}
              {isNameless && <span className="ml-1 text-meta font-normal text-ink-2">{texts.create.nameFirst}</span>}
            </legend>
            <KindList target={target} onDisabled={() => nameField.current?.focus()} />
          </fieldset>
          <div className="flex flex-wrap items-center justify-end gap-2 px-4 py-3.5 md:px-6">
            <span role="status" className="min-w-0 flex-1 text-meta text-ink-2">
              {missing ??
                (firstProblem === undefined
                  ? texts.create.ready
                  : // After the first attempt, the error appears at its field.
                    !target.touched && firstProblem)}
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
        {formOpen && kind && (
          <FormDialog
            kind={kind}
            busy={create.isPending}
            refused={create.error}
            values={options}
            onChange={(next) => target.change({ options: next })}
            onAdd={target.start}
            onClose={() => target.setFormOpen(false)}
          />
        )}
        {made &&
          (made.secret === undefined ? (
            <CodeDialog target={made.target} onClose={() => target.toPage(made.target)} />
          ) : (
            <SecretDialog secret={made.secret} onClose={() => target.toPage(made.target)} />
          ))}
      </Suspense>
    </Page>
  );
}
