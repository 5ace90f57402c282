import assert from 'node:assert/strict';
import { s3 } from '@portcullis/plugin-s3';
import {
  createPluginSubject,
  type RealCaseId,
  type RealSubject,
  realPlatformConformance,
  runRealCase,
} from '@portcullis/testing';
import { openS3Platform, S3_DRIFTS } from '../emulator-platform.ts';
import type { Case } from './cases.ts';
import { configFor } from './moto-environment.ts';

/** The cases that apply to a plugin without scripts and edits. */
const APPLYING: ReadonlySet<RealCaseId> = new Set([
  'observes-its-objects',
  'leaves-no-trace',
  'undoes-failures',
  'sees-changes',
  'leaves-foreign-objects',
]);

/** The conformance kit for real platforms, with the policy that `s3Setup` writes. */
export const CONFORMANCE_CASES: readonly Case[] = realPlatformConformance
  .filter(({ id }) => APPLYING.has(id))
  .map((each) => ({
    name: `the plugin ${each.name}`,
    async run({ emulator, endpoints }, { service }) {
      const samples = [{ name: 'an access key', mode: 'manual', config: configFor(service) }] as const;
      const subject = createPluginSubject({ plugin: s3({ endpoints }), samples });
      const platform = await openS3Platform(emulator);
      const { status } = await runRealCase(each, { subject, platform, drifts: S3_DRIFTS } as unknown as RealSubject);
      assert.equal(status, 'passed');
    },
  }));
