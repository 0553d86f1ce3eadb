import { Download } from 'virtual:icons';
import { auditCsv, objectOf, whoOf } from '#contract/audit-table';
import { toWire } from '#contract/names';
import { type Change, useChanges } from '../../data/audit.ts';
import { saveFile } from '../../lib/save-file.ts';
import { LoadFailed } from '../../shell/error-page.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, Skeleton } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { auditTexts as texts } from './audit-texts.ts';

const cell = 'px-4 py-2.5 first:md:pl-5 last:md:pr-5 max-md:p-0';
const head = `${cell} text-left text-label font-[550] text-ink-2`;

/** Recent changes to the account, as a table and as a file. On phones, a row is a card. */
export function AuditPage() {
  const changes = useChanges();
  if (changes.data === undefined && changes.error) return <LoadFailed error={changes.error} />;
  return (
    <Page
      title={texts.title}
      intro={
        <>
          {texts.intro} <TextLink to="/user/settings">{texts.back}</TextLink>
        </>
      }
      actions={
        <Button
          tone="secondary"
          icon={<Download size={16} aria-hidden />}
          disabled={!changes.data?.length}
          onClick={() =>
            saveFile(
              auditCsv(toWire(changes.data ?? [])),
              texts.file(new Date().toISOString().slice(0, 10)),
              'text/csv',
            )
          }
        >
          {texts.csv}
        </Button>
      }
    >
      <Panel padded={false}>
        {changes.data === undefined ? (
          <Skeleton className="h-96 w-full !rounded-panel" />
        ) : changes.data.length === 0 ? (
          <p className="px-4 py-3 text-ink-2 md:px-5">{texts.none}</p>
        ) : (
          <Changes of={changes.data} />
        )}
      </Panel>
    </Page>
  );
}

function Changes({ of }: { of: readonly Change[] }) {
  const { when, what, who, where } = texts.columns;
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line">
          {[when, what, who, where].map((name) => (
            <th key={name} scope="col" className={head}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {of.map((change) => (
          <Row key={change.id} of={change} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ of: change }: { of: Change }) {
  const object = objectOf(toWire(change));
  return (
    <tr className="max-md:grid max-md:px-4 max-md:py-3">
      <td className={cell}>
        <Time date={change.at} />
      </td>
      <td className={cell}>
        <span className="font-medium">{change.what}</span>
        {change.detail && <span> ({change.detail})</span>}
        {object && <span className="wrap-anywhere"> · {object}</span>}
        {change.fields.length > 0 && (
          <p className="text-meta text-ink-2 wrap-anywhere">{texts.fields(change.fields)}</p>
        )}
      </td>
      <td className={`${cell} text-ink-2 wrap-anywhere`}>{whoOf(toWire(change))}</td>
      <td className={`${cell} font-mono text-code text-ink-2 wrap-anywhere`}>{change.ip}</td>
    </tr>
  );
}
