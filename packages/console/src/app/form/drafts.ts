import type { Values } from './field.ts';

/**
 * The unsaved entries of each page, so that a change of page loses nothing. They stay in memory only, because they may
 * contain secrets.
 */
const drafts = new Map<string, Values>();

/** Returns the unsaved entries of a page; undefined when there are none. */
export function draftOf(page: string): Values | undefined {
  return drafts.get(page);
}

/** Stores the entries of a page. */
export function keepDraft(page: string, values: Values): void {
  drafts.set(page, values);
}

/** Removes the entries of a page after they were sent, or all entries. */
export function forgetDrafts(page?: string): void {
  if (page === undefined) drafts.clear();
  else drafts.delete(page);
}
