import { effect, signal } from '@preact/signals';

/** `system` follows the browser. */
export type Theme = 'system' | 'light' | 'dark';

/** The theme of the page, which is not stored. */
export const theme = signal<Theme>('system');

effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
