/** How the keys of the editor's drafts begin in the storage of a tab; the number of their user follows. */
const PREFIX = 'editor-draft-';

/**
 * Removes what users left unsaved in the editor: drafts hold payloads of calls, which are nobody else's business.
 * @param except the user who goes on working here
 */
export function forgetDrafts(storage: Storage, except?: number): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(PREFIX) && key !== `${PREFIX}${except}`) storage.removeItem(key);
  }
}
