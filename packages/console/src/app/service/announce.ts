import { signal } from '@preact/signals';

/** The latest text for screen readers. */
export const announcement = signal('');

/** Tells screen readers something without moving the focus. */
export function announce(text: string): void {
  announcement.value = text;
}
