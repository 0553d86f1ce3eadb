import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Headline } from '../../../../lambdas/templates/headline.ts';
import { invocationQuery } from '../../data/invocations.ts';
import type { Webhook } from '../../lib/wire.ts';
import { factsOf, shownBody } from './call-facts.ts';
import type { MessageRule } from './preview-answer.ts';
import { openRenderer } from './start-worker.ts';

/** Renders the headlines of calls without a message in this browser, one after another. */
export function HeadlineMaker({
  webhook,
  ids,
  onMade,
}: {
  webhook: Webhook;
  ids: readonly string[];
  onMade(id: string, headline: Headline): void;
}): null {
  const client = useQueryClient();
  const { useTemplate, template, name: webhookName, format, timeZone, subject } = webhook;
  // As texts, so new objects with the same content don't start over.
  const rule = JSON.stringify({ useTemplate, template, webhookName, format, timeZone, subject } satisfies MessageRule);
  const wanted = ids.join(' ');
  useEffect(() => {
    const renderer = openRenderer();
    let current = true;
    const make = async (id: string) => {
      const call = await client.fetchQuery(invocationQuery(id));
      const facts = factsOf(shownBody(call), call);
      return (await renderer.ask({ kind: 'headline', facts, rule: JSON.parse(rule) as MessageRule })) ?? null;
    };
    const makeAll = async () => {
      for (const id of wanted.split(' ')) {
        if (!current) return;
        const query = {
          queryKey: ['headline', id, rule],
          queryFn: () => make(id),
          staleTime: Number.POSITIVE_INFINITY,
        };
        // Without a headline, the row keeps the call's body.
        const made = await client.fetchQuery(query).catch(() => null);
        if (current && made) onMade(id, made);
      }
    };
    void makeAll();
    return () => {
      current = false;
      renderer.close();
    };
  }, [client, wanted, rule, onMade]);
  return null;
}
