import { CircleX, Info, TriangleAlert, Webhook } from 'lucide-react';
import { targetLook } from '../../src/lib/status.ts';
import type { Target } from '../../src/lib/wire.ts';
import { Status } from '../../src/ui/badge.tsx';
import { Button } from '../../src/ui/button.tsx';
import { Held } from '../../src/ui/held.tsx';
import { Page } from '../../src/ui/page.tsx';
import { EmptyState, FailedLoad, Notice, Panel, Skeleton } from '../../src/ui/panel.tsx';
import { TargetTrouble, TroubleLine } from '../../src/ui/target-trouble.tsx';
import type { Exhibit } from '../exhibits.tsx';

const refused: Target = {
  id: 1,
  name: 'Ops channel',
  status: 'inactive',
  statusReason: 'The channel is gone.',
  options: {},
  createdAt: '2026-11-20T07:55:45.000Z',
  updatedAt: '2026-11-20T07:55:45.000Z',
  targetType: 'mock',
  numberOfDispatches: 44,
  lastDispatchAt: '2026-11-20T07:55:45.000Z',
  associatedWebhooks: [],
};

export const frames: readonly Exhibit[] = [
  {
    name: 'Page',
    about: 'Title, actions and width of a page.',
    states: {
      whole: (
        <div className="rounded-panel border border-line">
          <Page
            title="The parts of Tellhook"
            heading="Release room"
            intro="What the page is for, in a sentence."
            badge={<Status look={targetLook('active')} />}
            actions={<Button tone="primary">Send test</Button>}
          >
            Content
          </Page>
        </div>
      ),
    },
  },
  {
    name: 'Panel',
    about: 'A white box with a line around it.',
    states: {
      titled: (
        <Panel title="Details" aside={<Button size="small">Edit</Button>}>
          Content
        </Panel>
      ),
      plain: <Panel>Content</Panel>,
      danger: (
        <Panel title="Danger Zone" tone="danger">
          Content
        </Panel>
      ),
    },
  },
  {
    name: 'TargetTrouble',
    about: 'A target that takes nothing: since when, what that cost, what repairs it.',
    states: {
      refused: (
        <TargetTrouble
          target={refused}
          missed={{ failed: 44, waiting: 0, retrying: 0, since: refused.updatedAt }}
          show={() => 'Show them'}
        />
      ),
      waiting: (
        <TargetTrouble
          target={{ ...refused, status: 'active', statusReason: '' }}
          missed={{ failed: 0, waiting: 3, retrying: 1, since: refused.updatedAt }}
          show={() => 'Show them'}
        />
      ),
    },
  },
  {
    name: 'TroubleLine',
    about: 'One trouble in a sentence, with what can be done about it.',
    states: {
      bad: (
        <TroubleLine tone="err" action={<Button size="small">Choose a target</Button>}>
          This webhook has no target.
        </TroubleLine>
      ),
      waiting: (
        <TroubleLine tone="warn" action={<Button size="small">Switch on</Button>}>
          Ops is switched off.
        </TroubleLine>
      ),
    },
  },
  {
    name: 'Notice',
    about: 'A sentence that matters.',
    states: {
      info: <Notice icon={<Info size={18} aria-hidden />}>You are on the free plan.</Notice>,
      ok: <Notice tone="ok">You have Premium now.</Notice>,
      warn: (
        <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
          This webhook takes no calls.
        </Notice>
      ),
      error: (
        <Notice tone="error" icon={<CircleX size={18} aria-hidden />}>
          Email or password is wrong.
        </Notice>
      ),
    },
  },
  {
    name: 'EmptyState',
    about: 'What a list says while it has nothing, and the next step.',
    states: {
      whole: (
        <Panel>
          <EmptyState
            title="No Webhooks found"
            text="A webhook is an address that a service calls."
            icon={<Webhook size={20} aria-hidden />}
          >
            <Button tone="primary">Add Webhook</Button>
          </EmptyState>
        </Panel>
      ),
      short: (
        <Panel>
          <EmptyState title="Nothing found" />
        </Panel>
      ),
    },
  },
  {
    name: 'FailedLoad',
    about: 'Says in place what its toast said, and offers another try.',
    states: {
      normal: (
        <Panel>
          <FailedLoad text="The list could not be loaded." onRetry={() => {}} />
        </Panel>
      ),
    },
  },
  {
    name: 'Held',
    about: 'Holds the place of what is not known yet, as high as it was the last time.',
    states: {
      there: (
        <Held what="gallery" ready>
          <Notice tone="ok">You have Premium now.</Notice>
        </Held>
      ),
      'not there yet': (
        <div className="w-40 border border-line">
          <Held what="gallery" ready={false} />
        </div>
      ),
    },
  },
  {
    name: 'Skeleton',
    about: 'A block in the final size of what is loading.',
    states: { line: <Skeleton className="h-4 w-64" />, panel: <Skeleton className="h-24 w-72" /> },
  },
];
