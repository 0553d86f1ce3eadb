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
      return renderer.ask({ kind: 'headline', facts, rule: JSON.parse(rule) as MessageRule });
    };
    const makeAll = async () => {
      for (const id of wanted.split(' ')) {
        if (!current) return;
        // Not a query: a closed renderer never answers, and the next one would wait for the same query.
        const key = ['headline', id, rule];
        // Without a headline, the row keeps the call's body.
        const made = client.getQueryData<Headline>(key) ?? (await make(id).catch(() => undefined));
        if (!made) continue;
        client.setQueryData(key, made);
        onMade(id, made);
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
