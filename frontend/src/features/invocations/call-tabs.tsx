import { Tabs } from '@base-ui/react/tabs';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { useWatchedInvocation } from '../../data/invocations.ts';
import type { Invocation, Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { tabLook } from '../../ui/tab-look.ts';
import { Acknowledgement } from './acknowledgement.tsx';
import { BodyTab } from './body-tab.tsx';
import { previousAlike } from './changes.ts';
import { ChangesTab } from './changes-tab.tsx';
import { Dispatches, Waiting } from './dispatches.tsx';
import { HeadersTab } from './headers-tab.tsx';
import { type Tab, tabs } from './search.ts';
import { texts } from './texts.ts';

/** A call's deliveries, body, headers and changes. The URL names the tab. */
export function CallTabs({
  id,
  tab,
  rows,
  row,
  webhook,
  loaded,
  onImprove,
}: {
  id: string;
  tab: Tab;
  rows: readonly Invocation[];
  row: Invocation | undefined;
  webhook: Webhook;
  loaded: ReturnType<typeof useWatchedInvocation>;
  onImprove: (() => void) | undefined;
}) {
  const navigate = useNavigate();
  const call = loaded.data;
  const tabList = useRef<HTMLDivElement>(null);
  // Scrolls to the chosen tab, because not all tabs fit on a small phone.
  useEffect(() => {
    tabList.current?.children[tabs.indexOf(tab)]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  const choose = (next: Tab) =>
    void navigate({
      to: '.',
      search: (old) => ({ ...old, tab: next === 'dispatches' ? undefined : next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Tabs.Root value={tab} onValueChange={(next) => choose(next as Tab)}>
      <Tabs.List ref={tabList} className="relative mb-4 flex gap-1 overflow-x-auto max-sm:gap-0 border-b border-line">
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name} className={tabLook}>
            {texts.details.tabs[name]}
            {name === 'dispatches' && row && (
              <span className="ml-1.5 text-[13px] leading-none text-ink-2">{row.numDispatches}</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="dispatches" className="outline-offset-2">
        {webhook.acknowledge && <Acknowledgement id={id} />}
        <Dispatches id={id} webhook={webhook.name} receivedAt={row?.invokedAt} expected={row?.numDispatches ?? 1} />
        {onImprove && call?.message && !call.message.sender && (
          <Button data-needs="editor" size="small" className="mt-3" onClick={onImprove}>
            {texts.details.improve}
          </Button>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="body" className="outline-offset-2">
        {loaded.data ? <BodyTab invocation={loaded.data} /> : <Waiting of={loaded} />}
      </Tabs.Panel>
      <Tabs.Panel value="headers" className="outline-offset-2">
        {loaded.data ? <HeadersTab rawHeaders={loaded.data.rawHeaders} /> : <Waiting of={loaded} />}
      </Tabs.Panel>
      <Tabs.Panel value="changes" className="outline-offset-2">
        {loaded.data ? (
          <ChangesTab
            invocation={loaded.data}
            previous={previousAlike(rows, loaded.data) ?? { id: loaded.data.olderId }}
          />
        ) : (
          <Waiting of={loaded} />
        )}
      </Tabs.Panel>
    </Tabs.Root>
  );
}
