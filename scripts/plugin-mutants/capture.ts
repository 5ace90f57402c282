import type { PluginConformance } from '@portcullis/testing';

/** The options of the conformance tests that were loaded. */
export const captured: PluginConformance[] = [];

/** Takes the place of the function of the same name in `@portcullis/testing/vitest`: keeps the options and runs nothing. */
export function definePluginConformance(options: PluginConformance): void {
  captured.push(options);
}
