import { signal } from '@preact/signals';

/** What screen readers are told, the latest. */
export const announcement = signal('');

/** Tells screen readers something without moving the focus. */
export function announce(text: string): void {
  announcement.value = text;
}
