import { CHANGE_CASES } from './cases/change-cases.ts';
import { FOREIGN_CASES } from './cases/foreign-cases.ts';
import { OBSERVATION_CASE } from './cases/observation-case.ts';
import { REMOVAL_CASES } from './cases/removal-cases.ts';
import { SCRIPT_CASE } from './cases/script-case.ts';
import type { RealCase } from './real-case.ts';

/** The conformance kit for plugins on a real platform, as data. */
export const realPlatformConformance: readonly RealCase[] = [
  OBSERVATION_CASE,
  ...REMOVAL_CASES,
  ...CHANGE_CASES,
  SCRIPT_CASE,
  ...FOREIGN_CASES,
];
