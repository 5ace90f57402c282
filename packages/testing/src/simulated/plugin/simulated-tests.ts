import { type FactValues, failed, ident, literal, passed, sql, type ValidationTest } from '@portcullis/plugin-api';
import type { SimulatedSession } from '../platform/simulated-session.ts';
import { STAGE } from './object-parts.ts';
import type { SimulatedConfig } from './simulated-config.ts';

type SimulatedTest = ValidationTest<SimulatedConfig, FactValues, SimulatedSession>;

/** The validation tests of the simulated plugin: one of each phase. */
export const SIMULATED_TESTS: readonly SimulatedTest[] = [
  {
    id: 'connection',
    name: 'Initial Validation: Basic Connection Test',
    operations: ['create', 'edit', 'delete'],
    modes: ['automatic'],
    phase: 'gate',
    mandatory: true,
    on: { stage: STAGE.initial, actor: 'setup' },
    run: async ({ session }) => passed([{ server: session.server, version: (await session.ask('version')) ?? '1.0' }]),
  },
  {
    id: 'service-connection',
    name: 'Basic Connection Test',
    operations: ['create', 'edit', 'delete', 'recurring'],
    modes: ['manual'],
    phase: 'gate',
    mandatory: true,
    on: { stage: STAGE.initial, actor: 'service' },
    run: () => passed(),
  },
  {
    id: 'privileges',
    name: 'Validate Automatic Bootstrap User Grants',
    operations: ['create', 'edit'],
    modes: ['automatic'],
    phase: 'prerequisite',
    mandatory: true,
    on: { stage: STAGE.initial, actor: 'setup' },
    run: async ({ session, config }) => {
      const missing = await session.ask('missing privilege');
      if (typeof missing !== 'string') return passed([]);
      return failed(`The account ${config.username} lacks the privilege ${missing}.`, {
        failureClass: 'missing-grant',
        remediation: {
          statements: [sql`GRANT PRIVILEGE ${literal(missing)} TO ${ident(config.username)}`],
          runAs: 'an administrator',
        },
      });
    },
  },
  {
    id: 'audit-log',
    name: 'Validate Automatic: Audit Log Is Available',
    operations: ['create', 'edit'],
    modes: ['automatic'],
    phase: 'capability',
    mandatory: false,
    affects: ['audit'],
    dependsOn: ['privileges'],
    when: ({ audit }) => (audit?.enabled ? true : { reason: 'Auditing is switched off.' }),
    on: { stage: STAGE.initial, actor: 'setup' },
    run: async ({ session }) =>
      (await session.ask('audit log')) === false
        ? failed('The platform has no audit log.', { failureClass: 'unsupported' })
        : passed(),
  },
  {
    id: 'log-readable',
    name: 'Recurring Validation: Log Is Readable',
    operations: ['recurring'],
    modes: ['automatic', 'manual'],
    phase: 'recurring',
    mandatory: true,
    on: { stage: STAGE.main, actor: 'service' },
    run: async ({ session }) =>
      (await session.ask('log')) === false
        ? failed('The log cannot be read.', { failureClass: 'missing-grant' })
        : passed(),
  },
];
