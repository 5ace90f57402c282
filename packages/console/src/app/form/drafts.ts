import type { Values } from './field.ts';

/** What is being written on each page, so that looking elsewhere loses nothing. In memory only, as it may hold secrets. */
const drafts = new Map<string, Values>();

/** What was being written, or nothing yet. */
export function draftOf(page: string): Values | undefined {
  return drafts.get(page);
}

/** Keeps what is being written. */
export function keepDraft(page: string, values: Values): void {
  drafts.set(page, values);
}

/** Forgets one, once it has been sent, or all. */
export function forgetDrafts(page?: string): void {
  if (page === undefined) drafts.clear();
  else drafts.delete(page);
}
