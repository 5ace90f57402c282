import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';

const file = join(import.meta.dirname, '../../reference/api/sidebar.json');

/** Returns the sidebar that was written with the API reference. It is empty until there is a reference. */
export function readSidebar(): DefaultTheme.SidebarItem[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DefaultTheme.SidebarItem[]) : [];
}
