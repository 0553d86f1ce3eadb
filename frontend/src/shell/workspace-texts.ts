export const workspaceTexts = {
  title: 'Workspaces',
  current: 'Current workspace',
  in: 'Workspace of',
  roles: { editor: 'Editor', viewer: 'Viewer (read-only)' },
  change: 'Switch',
  own: 'My account',
  elsewhere: 'Open this link in another workspace',
  closed: 'Workspace not available',
  because: {
    'not-a-member': (owner: string) => `You are no longer a member of the workspace of ${owner}.`,
    'workspace-paused': (owner: string) =>
      `The workspace of ${owner} is paused, because the plan has no team at the moment. Nothing was deleted.`,
  },
  toOwn: 'Go to my account',
  notLoaded: 'Your workspaces could not be loaded.',
} as const;
