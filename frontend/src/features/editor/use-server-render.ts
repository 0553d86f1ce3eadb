import { useRef, useState } from 'react';
import { useRenderTemplate } from '../../data/templates.ts';
import { showError } from '../../lib/services.ts';
import type { SandboxResult } from '../../lib/wire.ts';
import type { CallFacts } from './call-facts.ts';
import type { Writing } from './preview-answer.ts';
import { texts } from './texts.ts';

/** Renders on the server, like a delivery. The result is valid until the template or the input changes. */
export function useServerRender(template: string, input: string, facts: CallFacts, writing: Writing | undefined) {
  const { mutate, isPending } = useRenderTemplate();
  const [done, setDone] = useState<{ template: string; facts: CallFacts; result: SandboxResult }>();
  const latest = useRef({ template, input, facts, writing });
  latest.current = { template, input, facts, writing };
  const [run] = useState(() => {
    const ask = () => {
      const asked = latest.current;
      const { body, contentType, headers, query, method } = asked.facts;
      mutate(
        {
          body,
          template: asked.template,
          ...(asked.writing?.format && { format: asked.writing.format }),
          ...(asked.writing?.timeZone && { time_zone: asked.writing.timeZone }),
          ...(asked.writing?.format === 'rich' && { subject: asked.writing.subject }),
          ...(contentType !== undefined && { content_type: contentType }),
          ...(headers && { headers }),
          ...(typeof query === 'string' && { query }),
          ...(method !== undefined && { method }),
        },
        {
          onSuccess: (result) => {
            const now = latest.current;
            // The input's stored call loaded during the request, so render again with its data.
            if (now.facts !== asked.facts && now.template === asked.template && now.input === asked.input) ask();
            else setDone({ ...asked, result });
          },
          onError: (error) => showError(error, { title: texts.notRendered }),
        },
      );
    };
    return ask;
  });
  const result = done?.template === template && done.facts === facts ? done.result : undefined;
  return { run, busy: isPending, result };
}
