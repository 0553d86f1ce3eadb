import { formatBytes, formatEuros, formatNumber } from '../../lib/format.ts';
import type { Plan } from '../../lib/wire.ts';
import { subscriptionTexts as texts } from './subscription-texts.ts';

const unlimited = (count: number | null) => (count === null ? 'unlimited' : formatNumber(count));

/** A plan’s limits as text, one per row of the table. */
const planRows = (plan: Plan): string[] => [
  formatNumber(plan.maxWebhooks),
  unlimited(plan.maxTargets),
  formatNumber(plan.maxInvocationsPerDay),
  texts.days(formatNumber(plan.retentionDays)),
  formatBytes(plan.maxStoredBytes),
  formatNumber(plan.maxSeats),
  plan.name === 'premium' ? texts.guaranteed : texts.tries,
  plan.priceCents === 0 ? texts.free : formatEuros(plan.priceCents),
];

/** Compares the limits before and after a plan change. */
export function PlanChanges({ from, to, heading }: { from: Plan; to: Plan; heading: string }) {
  const before = planRows(from);
  const after = planRows(to);
  return (
    <table className="w-full text-body">
      <caption className="sr-only">{texts.changes}</caption>
      <thead className="text-left text-meta text-ink-2">
        <tr className="border-b border-line">
          <td className="py-1.5" />
          <th scope="col" className="py-1.5 pr-3 font-medium">
            {texts.now}
          </th>
          <th scope="col" className="py-1.5 font-medium">
            {heading}
          </th>
        </tr>
      </thead>
      <tbody>
        {Object.values(texts.rows).map((name, index) => (
          <tr key={name} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-2">
              {name}
            </th>
            <td className="py-1.5 pr-3">{before[index]}</td>
            <td className="py-1.5 font-medium text-ink">{after[index]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
