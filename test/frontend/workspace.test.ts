import { describe, expect, it } from 'vitest';
import { createApi } from '../../frontend/src/lib/api-client.ts';
import { createSession } from '../../frontend/src/lib/session.ts';
import { createWorkspaces } from '../../frontend/src/lib/workspace.ts';
import { memoryStorage } from './support/storage.ts';

const ada = { id: 7, email: 'ada@example.com', role: 'editor' } as const;

/** A browser in which user 9 is signed in, with any number of tabs. */
const browser = () => {
  const shared = memoryStorage();
  const session = createSession(memoryStorage());
  session.signIn(9, 'token');
  return { session, tab: (own = memoryStorage()) => createWorkspaces(own, shared, session) };
};

describe('the workspace of a tab', () => {
  it('is the user’s own account by default', () => {
    expect(browser().tab().get()).toBeUndefined();
  });

  it('stays the same when another tab changes, also after a reload', () => {
    const { tab } = browser();
    const own = memoryStorage();
    const first = tab(own);
    const second = tab();
    first.open(ada);
    second.open(undefined);
    expect(first.get()).toMatchObject(ada);
    expect(tab(own).get()).toMatchObject(ada);
    second.open({ ...ada, id: 8 });
    first.open(undefined);
    second.open({ ...ada, id: 8 });
    expect(tab(own).get()).toBeUndefined();
  });

  it('is the latest choice in a new tab', () => {
    const { tab } = browser();
    tab().open(ada);
    expect(tab().get()).toMatchObject(ada);
  });

  it('counts only for the user who chose it', () => {
    const { tab, session } = browser();
    const workspaces = tab();
    workspaces.open(ada);
    session.signIn(10, 'other');
    expect(workspaces.get()).toBeUndefined();
    session.signOut();
    expect(workspaces.get()).toBeUndefined();
  });

  it.each(['not json', '7', '{}', '[]', '"x"'])('is the own account if the browser stored %s', (kept) => {
    const { session } = browser();
    const store = memoryStorage();
    store.setItem('workspace', kept);
    expect(createWorkspaces(store, memoryStorage(), session).get()).toBeUndefined();
  });
});

describe('a request', () => {
  const headerOf = async (name: 'listTargets' | 'listWorkspaces' | 'listPlans', workspace?: number) => {
    const { session } = browser();
    let sent: Headers | undefined;
    const fetch: typeof globalThis.fetch = async (_, init) => {
      sent = new Headers(init?.headers);
      return new Response('[]');
    };
    const ports = { fetch, session, baseUrl: async () => '/api', onLoginNeeded: () => {}, workspace: () => workspace };
    await createApi(ports).call(name, {});
    return sent?.get('x-workspace');
  };

  it('names the workspace, unless it concerns the user or no account', async () => {
    expect(await headerOf('listTargets', 7)).toBe('7');
    expect(await headerOf('listTargets')).toBeNull();
    expect(await headerOf('listWorkspaces', 7)).toBeNull();
    expect(await headerOf('listPlans', 7)).toBeNull();
  });
});
