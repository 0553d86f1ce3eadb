import { clsx } from 'clsx';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { Diagnostic } from '../../../../lambdas/templates/editor/diagnose.ts';
import type { CallFacts } from './call-facts.ts';
import { type CodeLanguage, type CodeView, mountCodeView } from './code/code-view.ts';

export type CodeEditorHandle = Pick<CodeView, 'change' | 'jump' | 'focus'>;

/** A text editor in a shadow root. `facts` is the call whose fields are suggested. */
export default function CodeEditor({
  language,
  label,
  hint,
  placeholder,
  value,
  facts,
  diagnostics,
  className,
  onChange,
  ref,
}: {
  language: CodeLanguage;
  label: string;
  hint: string;
  placeholder: string;
  value: string;
  facts: CallFacts;
  diagnostics: readonly Diagnostic[];
  className?: string;
  onChange(value: string): void;
  ref?: Ref<CodeEditorHandle>;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView>(undefined);
  /** The latest props, for the callbacks of the view, which is mounted only once. */
  const latest = useRef({ value, facts, onChange });
  latest.current = { value, facts, onChange };

  useEffect(() => {
    const element = host.current as HTMLDivElement;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const mounted = mountCodeView(root, {
      language,
      label,
      hint,
      placeholder,
      value: latest.current.value,
      facts: () => latest.current.facts,
      onChange: (text) => latest.current.onChange(text),
    });
    view.current = mounted;
    return () => mounted.destroy();
  }, [language, label, hint, placeholder]);

  useEffect(() => view.current?.show(value), [value]);
  useEffect(() => view.current?.mark(diagnostics), [diagnostics]);
  useImperativeHandle(
    ref,
    () => ({
      change: (make) => view.current?.change(make),
      jump: (line, column) => view.current?.jump(line, column),
      focus: () => view.current?.focus(),
    }),
    [],
  );
  return <div ref={host} className={clsx('min-h-0 flex-1 font-mono text-code', className)} />;
}
