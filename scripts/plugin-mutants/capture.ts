import type { PluginConformance } from '@portcullis/testing';

/** The options of the loaded conformance tests. */
export const captured: PluginConformance[] = [];

/** Replaces the function of the same name in `@portcullis/testing/vitest`: keeps the options and runs nothing. */
export function definePluginConformance(options: PluginConformance): void {
  captured.push(options);
}
