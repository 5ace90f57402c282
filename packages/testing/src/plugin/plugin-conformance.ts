import { HOSTILE_NAME_CASE } from './cases/hostile-name-case.ts';
import { SCHEMA_CASES } from './cases/schema-cases.ts';
import { SCRIPT_CASES } from './cases/script-cases.ts';
import { SECRET_CASES } from './cases/secret-cases.ts';
import type { PluginCase } from './plugin-case.ts';

/**
 * What every plugin does, as data. `definePluginConformance` of `@portcullis/testing/vitest` runs it; with another runner, call
 * `runPluginCase` for each case with one subject.
 *
 * @example
 * const subject = createPluginSubject({ plugin: redshift(), samples: [...] });
 * for (const each of pluginConformance) test(each.name, () => runPluginCase(each, subject));
 */
export const pluginConformance: readonly PluginCase[] = [
  ...SCHEMA_CASES,
  ...SCRIPT_CASES,
  HOSTILE_NAME_CASE,
  ...SECRET_CASES,
];
