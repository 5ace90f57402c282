import type { Values } from './field.ts';

/**
 * The unsaved entries of each page, so that a change of page loses nothing. They stay in memory only, because they may
 * contain secrets.
 */
const drafts = new Map<string, Values>();

/** The names of entries that outlast a reload, in the storage of the tab. */
const PREFIX = 'portcullis draft: ';

/** Returns the unsaved entries of a page; undefined when there are none. After a reload, those that may be stored. */
export function readDraft(page: string): Values | undefined {
  return drafts.get(page) ?? readStored(page);
}

/** True if the entries of a page are from before a reload: some of them, such as secrets, are then missing. */
export function isRestoredDraft(page: string): boolean {
  return !drafts.has(page) && readStored(page) !== undefined;
}

/**
 * Keeps the entries of a page.
 *
 * @param storable - the paths whose values may be stored in the tab, so that a reload keeps them. Secrets are never among them.
 */
export function saveDraft(page: string, values: Values, storable: ReadonlySet<string>): void {
  drafts.set(page, values);
  const stored = Object.entries(values).filter(([path, value]) => storable.has(path) && value !== '');
  withStorage((storage) => {
    if (stored.length > 0) storage.setItem(PREFIX + page, JSON.stringify(Object.fromEntries(stored)));
    else storage.removeItem(PREFIX + page);
  });
}

/** Removes the entries of a page after they were sent, or all entries. */
export function discardDrafts(page?: string): void {
  if (page === undefined) drafts.clear();
  else drafts.delete(page);
  withStorage((storage) => {
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const name of names) {
      if (page === undefined ? name.startsWith(PREFIX) : name === PREFIX + page) storage.removeItem(name);
    }
  });
}

function readStored(page: string): Values | undefined {
  const text = withStorage((storage) => storage.getItem(PREFIX + page));
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Values;
  } catch {
    return undefined;
  }
}

/** A browser may refuse the storage, or have no room: entries then do not outlast a reload. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
