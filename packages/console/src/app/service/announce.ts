import { signal } from '@preact/signals';

/** The latest text for screen readers. */
export const announcement = signal('');

/** Announces a text to screen readers without moving the focus. */
export function announce(text: string): void {
  announcement.value = text;
}
