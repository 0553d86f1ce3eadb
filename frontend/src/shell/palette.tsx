import {
  BookOpen,
  Braces,
  CornerDownLeft,
  LayoutDashboard,
  MessageSquare,
  Plus,
  Search,
  Settings,
  Webhook as WebhookIcon,
} from 'virtual:icons';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { overviewQueries, useFailing } from '../data/overview.ts';
import { useWorkspace } from '../data/workspaces.ts';
import { type DocsEntry, loadDocsIndex, searchDocs } from '../lib/docs-search.ts';
import { closePalette, takeTyped } from '../lib/palette-state.ts';
import { type StatusLook, targetLook, targetsLook, webhookLook } from '../lib/status.ts';
import { Status } from '../ui/badge.tsx';
import { backdropLook } from '../ui/dialog.tsx';
import { TypeTile } from '../ui/type-tile.tsx';
import { useAfterPaint } from '../ui/use-after-paint.ts';

interface Entry {
  label: string;
  /** Other words that find the entry. */
  words?: string;
  href: string;
  icon: ReactNode;
  /** The item's problem; undefined if it has none. */
  look?: StatusLook | undefined;
}
interface Group {
  value: string;
  items: Entry[];
  /** The number of matches that are not shown. */
  more?: number;
}

const places: Entry[] = [
  { label: 'Dashboard', href: '/dashboard', icon: <LayoutDashboard size={16} aria-hidden /> },
  { label: 'Targets', href: '/targets', icon: <MessageSquare size={16} aria-hidden /> },
  { label: 'Webhooks', href: '/webhooks', icon: <WebhookIcon size={16} aria-hidden /> },
  { label: 'Editor', href: '/editor', icon: <CornerDownLeft size={16} aria-hidden /> },
  ...[
    { label: 'Settings', href: '/user/settings', words: 'account delete theme' },
    {
      label: 'Settings: plan and invoices',
      href: '/user/settings#plan',
      words: 'premium subscription billing upgrade',
    },
    { label: 'Settings: password', href: '/user/settings#password' },
    { label: 'Settings: passkeys', href: '/user/settings#passkeys', words: 'second factor recovery codes sign-in' },
    { label: 'Settings: notices', href: '/user/settings#notices', words: 'alerts email' },
    { label: 'Settings: team', href: '/user/settings#team', words: 'members invite workspace role' },
    { label: 'Settings: API keys', href: '/user/settings#keys', words: 'token' },
    { label: 'Audit log', href: '/user/audit', words: 'changes history' },
  ].map((place) => ({ ...place, icon: <Settings size={16} aria-hidden /> })),
  { label: 'Documentation', href: '/docs', icon: <CornerDownLeft size={16} aria-hidden /> },
];
const actions: Entry[] = [
  { label: 'Create a new webhook', href: '/webhooks/new', icon: <Plus size={16} aria-hidden /> },
  { label: 'Create a new target', href: '/targets/new', icon: <Plus size={16} aria-hidden /> },
];

const DOCS_AT_ONCE = 5;

/** The entries of the documentation that match the typed text. Its index is fetched when the palette opens. */
function useDocs(query: string): Entry[] {
  const [index, setIndex] = useState<readonly DocsEntry[]>([]);
  useEffect(() => {
    // If the index cannot be loaded, the palette still finds everything else.
    void loadDocsIndex().then(setIndex, () => setIndex([]));
  }, []);
  return searchDocs(index, query, DOCS_AT_ONCE).map(({ title, page, href }) => ({
    label: `${title} (${page})`,
    href,
    icon: <BookOpen size={16} aria-hidden />,
  }));
}

/** Number of webhooks whose calls can be searched from here. */
const SEARCHED = 4;

/** Leads to the calls of webhooks that contain the typed text. The webhook on screen comes first. */
function useCallSearches(query: string): Entry[] {
  const webhooks = useQuery(overviewQueries.webhooks()).data ?? [];
  const { pathname } = useLocation();
  const wanted = query.trim();
  if (wanted === '') return [];
  const isHere = ({ id }: { id: number }) => Number(pathname === `/webhooks/${id}`);
  return webhooks
    .toSorted((one, other) => isHere(other) - isHere(one))
    .slice(0, SEARCHED)
    .map(({ id, name }) => ({
      label: `Search calls of ${name} for “${wanted}”`,
      href: `/webhooks/${id}?q=${encodeURIComponent(JSON.stringify(wanted))}`,
      icon: <Search size={16} aria-hidden />,
    }));
}

/** Webhooks, targets, actions and pages, in groups. */
function useKnown(): Group[] {
  const webhooks = useQuery(overviewQueries.webhooks()).data;
  const targets = useQuery(overviewQueries.targets()).data;
  const failing = useFailing();
  const isViewer = useWorkspace()?.role === 'viewer';
  return useMemo(
    () => [
      {
        value: 'Webhooks',
        items: (webhooks ?? []).map((webhook) => ({
          label: webhook.name,
          href: `/webhooks/${webhook.id}`,
          icon: <WebhookIcon size={16} aria-hidden />,
          look: webhook.status === 'disabled' ? webhookLook(webhook) : targetsLook(webhook.targetIds, targets, failing),
        })),
      },
      {
        value: 'Targets',
        items: (targets ?? []).map(({ id, name, targetType, ...state }) => ({
          label: name,
          href: `/targets/${id}`,
          icon: <TypeTile type={targetType} size="small" />,
          look:
            state.status === 'active' && !failing.includes(id) ? undefined : targetLook(state, failing.includes(id)),
        })),
      },
      {
        value: 'Actions',
        items: isViewer
          ? []
          : actions.concat(
              (webhooks ?? []).map(({ id, name }) => ({
                label: `Edit the template of ${name}`,
                href: `/editor?webhook=${id}`,
                icon: <Braces size={16} aria-hidden />,
              })),
            ),
      },
      { value: 'Go to', items: places },
    ],
    [webhooks, targets, failing, isViewer],
  );
}

/** Maximum number of rows in a group, because hundreds would make every keystroke slow. Typing finds the rest. */
const SHOWN = 8;

/** Text in lower case and without accents, so 'cafe' finds 'Café'. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const found = ({ value, items }: Group, query: string): Group => {
  const wanted = folded(query);
  const all = items.filter(({ label, words = '' }) => folded(`${label} ${words}`).includes(wanted));
  return { value, items: all.slice(0, SHOWN), more: Math.max(0, all.length - SHOWN) };
};

/** The command palette, which searches webhooks, targets, actions, pages, the documentation and calls. */
export function Palette() {
  const [query, setQuery] = useState('');
  const docs = useDocs(query);
  const calls = useCallSearches(query);
  const known = useKnown();
  const isWebhook = useLocation().pathname.startsWith('/webhooks/');
  const navigate = useNavigate();
  // Draws the field first, so it responds immediately. The options take longer.
  const painted = useAfterPaint(true, true) ?? false;
  const ofCalls: Group = { value: 'Calls', items: calls };
  const ofDocs: Group = { value: 'Documentation', items: docs };
  const groups: Group[] = known
    .map((group) => found(group, query))
    .concat(isWebhook ? [ofCalls, ofDocs] : [ofDocs, ofCalls])
    .filter(({ items }) => items.length > 0);
  const go = (entry: Entry) => {
    closePalette();
    void navigate({ href: entry.href });
  };
  return (
    <Dialog.Root open onOpenChange={(next) => !next && closePalette()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={`${backdropLook} z-40`} />
        <Dialog.Viewport className="fixed inset-0 z-50 flex justify-center p-4 pt-[12vh]">
          <Dialog.Popup
            aria-label="Command palette"
            className="flex max-h-[60vh] w-full max-w-[600px] flex-col self-start overflow-hidden rounded-dialog border border-line bg-raised shadow-raised outline-none"
          >
            <Autocomplete.Root
              open
              inline
              items={painted ? groups : []}
              filter={null}
              value={query}
              onValueChange={setQuery}
              autoHighlight="always"
              keepHighlight
              itemToStringValue={(item: Entry) => item.label}
            >
              <Autocomplete.Input
                onFocus={() => {
                  const typed = takeTyped();
                  if (typed !== '') setQuery((query) => query + typed);
                }}
                placeholder="Search webhooks, targets, actions, docs…"
                aria-label="Search webhooks, targets, actions, documentation"
                className="h-14 w-full shrink-0 border-b border-line bg-transparent px-5 text-h2 outline-none"
              />
              <Autocomplete.Empty className="px-5 empty:hidden">
                {painted && <p className="py-6 text-center text-ink-2">Nothing found</p>}
              </Autocomplete.Empty>
              <Autocomplete.List className="min-h-0 overflow-y-auto p-2 empty:hidden">
                {(group: Group) => (
                  <Autocomplete.Group key={group.value} items={group.items}>
                    <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-label text-ink-2">
                      {group.value}
                      {group.more ? ` · type to find ${group.more} more` : ''}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(entry: Entry) => (
                        <Autocomplete.Item
                          key={entry.href}
                          value={entry}
                          onClick={() => go(entry)}
                          className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-3 data-highlighted:bg-accent-soft"
                        >
                          <span className="grid w-6 shrink-0 place-items-center text-ink-2">{entry.icon}</span>
                          <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                          {entry.look && <Status look={entry.look} />}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
