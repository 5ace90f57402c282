import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INTEGRATION_STATUSES, type IntegrationStatus } from './integration-status.ts';
import { BUSY_STATUSES, ENDED_STATUSES, LIFECYCLE, type LifecycleEvent, transition } from './lifecycle.ts';

const EVENTS = [...new Set(LIFECYCLE.map((row) => row.event))];

/**
 * Every (status, event) pair, by hand from decisions, "Transitions". What does not stand here is impossible.
 */
const TABLE: Readonly<Record<IntegrationStatus | 'none', Partial<Record<LifecycleEvent, IntegrationStatus>>>> = {
  none: { create: 'creating' },
  creating: { 'create-succeeded': 'enabled', 'create-failed': 'createError' },
  createError: { edit: 'editing', delete: 'deleting' },
  enabled: {
    edit: 'editing',
    delete: 'deleting',
    'validation-failed': 'recurringValidationError',
    upgrade: 'migrating',
  },
  editing: { 'edit-succeeded': 'enabled', 'edit-failed': 'editError', 'recreate-failed': 'createError' },
  editError: { edit: 'editing', delete: 'deleting' },
  deleting: { 'delete-succeeded': 'deleted', 'delete-failed': 'deleteError', 'force-disable-finished': 'disabled' },
  deleteError: { edit: 'editing', delete: 'deleting' },
  deleted: {},
  disabled: {},
  migrating: { 'upgrade-succeeded': 'enabled', 'upgrade-failed': 'migrateError' },
  migrateError: { edit: 'editing', delete: 'deleting', upgrade: 'migrating' },
  recurringValidationError: { edit: 'editing', delete: 'deleting', 'validation-passed': 'enabled' },
};

describe('the lifecycle of an integration', () => {
  it.each(Object.keys(TABLE) as (IntegrationStatus | 'none')[])('permits exactly the listed events in %s', (from) => {
    for (const event of EVENTS) {
      expect(transition(from === 'none' ? null : from, event), event).toBe(TABLE[from][event]);
    }
  });

  it('names each pair of status and event once', () => {
    const pairs = LIFECYCLE.map(({ from, event }) => `${from} ${event}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(Object.isFrozen(LIFECYCLE)).toBe(true);
  });

  it('reaches every status', () => {
    const reached = new Set<IntegrationStatus | null>([null]);
    for (const status of reached) {
      for (const row of LIFECYCLE) if (row.from === status) reached.add(row.to);
    }
    expect([...reached].filter((status) => status !== null).toSorted()).toEqual([...INTEGRATION_STATUSES].toSorted());
  });

  it('leaves every busy status after success and after failure, and never leaves the final status', () => {
    for (const status of BUSY_STATUSES) {
      expect(LIFECYCLE.filter((row) => row.from === status).length).toBeGreaterThanOrEqual(2);
    }
    for (const status of ENDED_STATUSES) expect(LIFECYCLE.some((row) => row.from === status)).toBe(false);
  });

  it('accepts PUT and DELETE in every idle status, and in no other', () => {
    const idle = INTEGRATION_STATUSES.filter((each) => ![...BUSY_STATUSES, ...ENDED_STATUSES].includes(each));
    for (const status of INTEGRATION_STATUSES) {
      expect(transition(status, 'edit') !== undefined).toBe(idle.includes(status));
      expect(transition(status, 'delete') !== undefined).toBe(idle.includes(status));
    }
  });

  it('never leaves the table, with any events in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 60 }), (events) => {
        let status: IntegrationStatus | null = null;
        for (const event of events) {
          const next = transition(status, event);
          if (next === undefined) continue;
          expect(LIFECYCLE).toContainEqual({ from: status, event, to: next });
          expect(ENDED_STATUSES).not.toContain(status);
          status = next;
        }
      }),
    );
  });
});
