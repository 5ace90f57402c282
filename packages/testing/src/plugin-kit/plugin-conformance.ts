import { ABORT_CASE } from './cases/abort-case.ts';
import { CLASSIFY_CASE } from './cases/classify-case.ts';
import { CONTAINER_CASES } from './cases/container-cases.ts';
import { DRIFT_CASE } from './cases/drift-case.ts';
import { FAILURE_CASES } from './cases/failure-cases.ts';
import { FOREIGN_AFTER_KILL_CASE } from './cases/foreign-after-kill-case.ts';
import { FOREIGN_OBJECT_CASES } from './cases/foreign-object-cases.ts';
import { GUARD_CASE } from './cases/guard-case.ts';
import { HOSTILE_NAME_CASE } from './cases/hostile-name-case.ts';
import { KILL_CASE } from './cases/kill-case.ts';
import { LIFECYCLE_CASES } from './cases/lifecycle-cases.ts';
import { MANUAL_CASE } from './cases/manual-case.ts';
import { OBJECT_CASES } from './cases/object-cases.ts';
import { PLAN_CASES } from './cases/plan-cases.ts';
import { RESTORE_CASE } from './cases/restore-case.ts';
import { SCHEMA_CASES } from './cases/schema-cases.ts';
import { SCRIPT_CASES } from './cases/script-cases.ts';
import { SECRET_CASES } from './cases/secret-cases.ts';
import { SHARING_CASE } from './cases/sharing-case.ts';
import { TEST_CASES } from './cases/test-cases.ts';
import type { PluginCase } from './plugin-case.ts';

/**
 * The behaviour of every plugin, as data. `definePluginConformance` of `@portcullis/testing/vitest` runs it; with another runner, call
 * `runPluginCase` for each case with one subject.
 *
 * @example
 * const subject = createPluginSubject({ plugin: redshift(), samples: [...] });
 * for (const each of pluginConformance) test(each.name, () => runPluginCase(each, subject));
 */
export const pluginConformance: readonly PluginCase[] = [
  ...SCHEMA_CASES,
  ...OBJECT_CASES,
  ...SCRIPT_CASES,
  GUARD_CASE,
  HOSTILE_NAME_CASE,
  ...SECRET_CASES,
  ...PLAN_CASES,
  ...LIFECYCLE_CASES,
  ...FAILURE_CASES,
  KILL_CASE,
  ...FOREIGN_OBJECT_CASES,
  FOREIGN_AFTER_KILL_CASE,
  ...CONTAINER_CASES,
  DRIFT_CASE,
  RESTORE_CASE,
  SHARING_CASE,
  ...TEST_CASES,
  MANUAL_CASE,
  ABORT_CASE,
  CLASSIFY_CASE,
];
