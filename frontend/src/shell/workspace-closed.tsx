import { openWorkspace } from '../data/workspaces.ts';
import type { Workspace } from '../lib/workspace.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { workspaceTexts as texts } from './workspace-texts.ts';

/** The page of a workspace that no longer admits the user. It replaces everything that was loaded before. */
export const Closed = ({ owner, reason }: { owner: string; reason: NonNullable<Workspace['closed']> }) => (
  <Page title={texts.closed} intro={texts.because[reason](owner)} width="form">
    <Button tone="primary" onClick={() => openWorkspace(undefined)}>
      {texts.toOwn}
    </Button>
  </Page>
);
