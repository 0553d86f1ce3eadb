export const workspaceTexts = {
  title: 'Workspaces',
  current: 'Current workspace',
  in: 'Workspace of',
  roles: { editor: 'Editor', viewer: 'Viewer (read-only)' },
  change: 'Switch',
  own: 'My account',
  elsewhere: 'Open this link in another workspace',
  lost: 'You are no longer a member of this workspace.',
  paused: 'This workspace is paused, because the owner’s plan has no team.',
  notLoaded: 'Your workspaces could not be loaded.',
} as const;
