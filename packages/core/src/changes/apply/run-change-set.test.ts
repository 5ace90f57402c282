import {
  type AnyPluginDefinition,
  definitionOf,
  type ManagedObject,
  type Observation,
  sql,
} from '@portcullis/plugin-api';
import {
  createFakeClock,
  createSimulatedPlatform,
  SIMULATED_CONFIG,
  type SimulatedPlatform,
} from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestSessions } from '../../../tests/support/create-test-sessions.ts';
import { secondVersion } from '../../../tests/support/second-version.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import { createRedactor } from '../../security/redaction/redactor.ts';
import { observeObjects } from '../observe/observe.ts';
import type { Change, ObjectFacts } from '../plan/change-set.ts';
import { createChange, dropChanges, listedObjects } from '../plan/derive-changes.ts';
import { finishingChanges } from '../plan/finishing-changes.ts';
import type { AppliedChange } from './applied-change.ts';
import type { ExecutionContext } from './execution-context.ts';
import { createJournal } from './journal.ts';
import { revertChanges } from './revert-change.ts';
import { runChangeSet, runDrops } from './run-change-set.ts';

const SERVER = 'db.example.com:7000';
const WAIT = { state: 'present', deadlineMs: 10_000 } as const;
const CONFIG = { impersonation: { enabled: true, role: 'actors' }, volume: { size: 1 } };

/** The actions that only the privileged account performs: everything on the first connection. */
async function setUp(
  platform: SimulatedPlatform = createSimulatedPlatform(),
  changed: (object: ManagedObject) => ManagedObject = (object) => object,
) {
  const plugin = secondVersion(platform, { objects: (list) => list.map(changed) });
  const definition = definitionOf(plugin) as AnyPluginDefinition;
  const integrationId = 1;
  const config = definition.config.parse({ ...SIMULATED_CONFIG, ...CONFIG });
  const mark = (key: string): string => `portcullis:i:t:${key}`;
  const objects = definition.objects(config, { mode: 'automatic', facts: {}, mark, options: {} });
  const listed = listedObjects(definition, objects, mark).filter((each) => each.object.stage === 'initial');
  const store = createMemoryStore();
  await store.open();
  const clock = createFakeClock();
  const closing = new AbortController();
  const sessions = createTestSessions(definition, clock, config);
  const context: ExecutionContext = {
    tenant: DEFAULT_TENANT,
    definition,
    sessions,
    store,
    clock,
    signal: closing.signal,
    redact: createRedactor([]),
    statementDeadlineMs: 1000,
    transientRetries: 0,
    outputs: new Map(),
    positions: new Map(listed.map(({ object }, index) => [object.key, index + 1] as const)),
    values: { secret: () => 'generated-password', fact: () => 'f', context: () => ({ salt: new Uint8Array() }) },
    journal: createJournal({
      store,
      clock,
      events: { emit() {} },
      integrationId,
      operationId: 1,
      requireLease: async () => {},
    }),
    owner: { integrationId, pluginVersion: '1', scope: SERVER, identity: [SERVER, 'gov'] },
    refuseContents: async () => undefined,
    finishing: (changes) => finishingChanges({ definition, config }, changes),
    async observe(object: ObjectFacts): Promise<Observation> {
      const request = { definition, config, sessions, actor: 'setup' as const, signal: new AbortController().signal };
      return (await observeObjects(request, [object])).get(object.key) as Observation;
    },
  };
  const changes = listed.map((each) => createChange(definition, each));
  const ledger = async () => (await store.find('managedObjects')).map(({ key, origin }) => `${key} ${origin}`);
  const drops = dropChanges(listed.map((each) => each.object));
  return { platform, context, store, clock, changes, drops, ledger, closing };
}

describe('runChangeSet', () => {
  it('creates all objects and records them', async () => {
    const { context, changes, ledger } = await setUp();
    expect(await runChangeSet(changes, context)).toEqual({ notes: [], leftovers: [] });
    expect(await ledger()).toEqual(changes.map(({ object }) => `${object.key} created`));
  });

  it('reverts exactly its own changes, at any failure and with any earlier state', async () => {
    const statements = 9;
    const bystanders = fc.subarray([
      'role actors',
      'volume gov_volume',
      'user gov_service',
      'role other',
      'database theirs',
    ]);
    const effect = fc.constantFrom(
      { fail: 'missing-grant' as const },
      { loseReply: 'not-applied' as const },
      { loseReply: 'applied' as const },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: statements }), effect, bystanders, async (at, fault, there) => {
        const { platform, context, store, changes, drops, ledger } = await setUp();
        for (const each of there) {
          const [kind = '', name = ''] = each.split(' ');
          platform.plant({ server: SERVER, kind, name });
        }
        const before = platform.snapshot();
        const isForward = (text: string): boolean => !/^(DROP|REVOKE)/.test(text);
        platform.inject({ at: ({ number, text }) => number === at && isForward(text), effect: fault });
        const result = await runChangeSet(changes, context);
        if (!result.failure) {
          expect(await ledger()).toHaveLength(changes.length);
          return;
        }
        const [unresolved] = await store.find('managedObjects', { where: { origin: 'unresolved' } });
        if (unresolved) {
          // The response to what makes it was lost, and it has no mark yet: an administrator says whose it is.
          expect(fault).toEqual({ loseReply: 'applied' });
          expect(result.leftovers[0]).toContain(`It is unclear who owns the ${unresolved.kind} ${unresolved.name}`);
          await store.update('managedObjects', { key: unresolved.key }, { origin: 'claimed' });
          const left = (await ledger()).map((each) => each.split(' ')[0]);
          await runDrops(
            drops.filter(({ object }) => left.includes(object.key)),
            context,
          );
        } else expect(result.leftovers).toEqual([]);
        expect(platform.snapshot()).toEqual(before);
        expect(await ledger()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    { single: true, loseReply: 'applied', outcome: 'an object that appears late is created', remaining: 1 },
    { single: true, loseReply: 'not-applied', outcome: 'one that never appears is not', remaining: 0, fails: true },
    { single: false, loseReply: 'applied', outcome: 'one that has no mark yet is named', remaining: 1, fails: true },
  ] as const)('a lost response waits as long as the plugin declares: $outcome', async (each) => {
    const { platform, context, changes, clock } = await setUp();
    const change = changes.find(({ steps }) => (steps.length === 1) === each.single) as Change;
    const waiting = { ...change, steps: change.steps.map((step) => ({ ...step, waitUntil: WAIT })) };
    platform.inject({ at: ({ text }) => text === change.steps[0]?.text, effect: { loseReply: each.loseReply } });
    let observations = 0;
    const slow: ExecutionContext = {
      ...context,
      async observe(object) {
        observations += 1;
        return observations < 4 ? { key: object.key, state: 'absent' } : context.observe(object);
      },
    };
    let result: Awaited<ReturnType<typeof runChangeSet>> | undefined;
    void runChangeSet([waiting], slow).then((ended) => {
      result = ended;
    });
    while (!result) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(500);
    }
    expect(platform.snapshot()).toHaveLength(each.remaining);
    expect(result.failure !== undefined).toBe('fails' in each);
    expect(result.leftovers).toHaveLength('fails' in each ? each.remaining : 0);
    // One before the change, and one each until the object is visible.
    if (!('fails' in each)) expect(observations).toBe(4);
  });

  it('stops at a foreign object, names it and does not change it', async () => {
    const { platform, context, changes } = await setUp();
    platform.plant({ server: SERVER, kind: 'user', name: 'gov_service' });
    const before = platform.snapshot();
    const result = await runChangeSet(changes, context);
    expect(result.failure).toMatchObject({
      change: { object: { key: 'service-account' } },
      failure: {
        class: 'already-exists',
        message: 'A user named gov_service exists and was not made by Portcullis. It is left alone.',
      },
    });
    expect(platform.snapshot()).toEqual(before);
  });

  it('adopts objects that are already ours, and restores only the ledger after a later failure', async () => {
    const platform = createSimulatedPlatform();
    const first = await setUp(platform);
    await runChangeSet(first.changes.slice(0, 2), first.context);
    const before = platform.snapshot();
    const second = await setUp(platform);
    platform.inject({ at: 'GRANT ROLE', effect: { fail: 'missing-grant' } });
    const result = await runChangeSet(second.changes, second.context);
    expect(result.notes).toEqual(['database gov existed already', 'role portcullis_readers existed already']);
    expect(result.failure).toBeDefined();
    expect(platform.snapshot()).toEqual(before);
    expect(await second.ledger()).toEqual([]);
  });

  it('does not change hidden objects, and reports them', async () => {
    const { platform, context, changes, ledger } = await setUp();
    platform.hide('role');
    platform.inject({ at: 'GRANT ROLE', effect: { fail: 'missing-grant' } });
    const result = await runChangeSet(changes, context);
    expect(result.leftovers).toEqual([
      'role portcullis_readers (It cannot be seen and may have existed before: it is left alone.)',
    ]);
    expect(platform.objects.map(({ kind }) => kind)).toEqual(['role']);
    expect(await ledger()).toEqual(['readers adopted']);
  });

  it('reverts hidden objects inside its own new containers, because they cannot have existed before', async () => {
    const { platform, context, changes, ledger } = await setUp();
    const [container] = changes;
    const within = (each: (typeof changes)[number]) => ({ ...each, object: { ...each.object, within: 'database' } });
    expect(container?.object.key).toBe('database');
    platform.hide('role');
    platform.inject({ at: 'GRANT ROLE', effect: { fail: 'missing-grant' } });
    const result = await runChangeSet(
      changes.map((each) => (each.object.key === 'readers' ? within(each) : each)),
      context,
    );
    expect(result.leftovers).toEqual([]);
    expect(platform.objects).toEqual([]);
    expect(await ledger()).toEqual([]);
  });

  it('reverts if the observation fails', async () => {
    const { platform, context, changes } = await setUp();
    let observations = 0;
    const blind: ExecutionContext = {
      ...context,
      observe: (object) => {
        observations += 1;
        return observations === 3 ? Promise.reject(new Error('the connection broke')) : context.observe(object);
      },
    };
    const result = await runChangeSet(changes, blind);
    expect(result.failure?.failure.class).toBe('internal');
    expect(platform.snapshot()).toEqual([]);
  });

  it('neither continues nor reverts when the process stops: the journal contains the finished statements', async () => {
    const { platform, context, changes, closing, ledger, store } = await setUp();
    platform.onStatement(({ statement, when }) => {
      if (when === 'after' && statement.text.startsWith('CREATE ROLE "portcullis_readers"'))
        closing.abort(new Error('closing'));
    });
    await expect(runChangeSet(changes, context)).rejects.toThrow('closing');
    expect(await ledger()).toEqual(['database created', 'readers sent']);
    expect((await store.find('journalEntries')).map((row) => row.status)).toEqual(['done', 'unknown']);
  });

  it('sends and writes nothing if the process has already been stopped', async () => {
    const { platform, context, changes, closing, ledger, store } = await setUp();
    closing.abort(new Error('closing'));
    await expect(runChangeSet(changes, context)).rejects.toThrow('closing');
    expect(await ledger()).toEqual([]);
    expect(await store.find('journalEntries')).toEqual([]);
    expect(platform.statements).toEqual([]);
  });

  it('does not mistake a change of several statements for the beginning of a creation', async () => {
    const { platform, context, changes, closing, ledger } = await setUp();
    await runChangeSet(changes, context);
    const role = changes.find(({ object }) => object.key === 'readers') as (typeof changes)[number];
    const twice = { ...role, action: 'alter', steps: [...role.steps, ...role.steps], inverse: [] } as const;
    platform.onStatement(() => closing.abort(new Error('closing')));
    await expect(runChangeSet([twice], context)).rejects.toThrow('closing');
    expect(await ledger()).toContain('readers created');
  });

  it.each([
    ['the step that prepares it was sent', 'PREPARE ROLE', []],
    ['the step that makes it was sent', 'CREATE ROLE', ['readers begun']],
  ])('detects for a creation of several steps whether %s', async (_what, last, known) => {
    const inSteps = (object: ManagedObject): ManagedObject =>
      object.key === 'readers'
        ? {
            ...object,
            create: [{ text: sql`PREPARE ROLE`, prepares: true }, ...object.create, { text: sql`END ROLE` }],
          }
        : object;
    const { platform, context, changes, closing, ledger } = await setUp(createSimulatedPlatform(), inSteps);
    platform.onStatement(({ statement, when }) => {
      if (when === 'after' && statement.text.startsWith(last)) closing.abort(new Error('closing'));
    });
    const role = changes.filter(({ object }) => object.key === 'readers');
    await expect(runChangeSet(role, context)).rejects.toThrow('closing');
    expect(await ledger()).toEqual(known);
  });

  it('numbers the steps of the journal consecutively, also in the store', async () => {
    const { context, store, changes } = await setUp();
    await runChangeSet(changes.slice(0, 1), context);
    await store.transaction((transaction) => context.journal.storeChange(transaction, 'config'));
    await runChangeSet(changes.slice(1, 2), context);
    const positions = (await store.find('journalEntries')).map(({ position }) => position);
    expect(positions).toEqual(positions.map((_each, index) => index + 1));
    expect(positions.length).toBeGreaterThan(2);
  });

  it('keeps objects in the ledger that could not be reverted', async () => {
    const { platform, context, changes, ledger } = await setUp();
    platform.inject({ at: 'GRANT ROLE', effect: { fail: 'missing-grant' } });
    platform.inject({ at: 'DROP ROLE', effect: { fail: 'missing-grant', message: 'not yours' } });
    const result = await runChangeSet(changes, context);
    expect(result.leftovers).toEqual([expect.stringMatching(/^role portcullis_readers \(not yours/)]);
    expect(await ledger()).toEqual(['readers created']);
  });
});

describe('undo', () => {
  it.each([
    ['a change that takes no statement', 'alter'],
    ['a removal that takes none', 'drop'],
    ['what is ours already', 'create'],
  ] as const)(
    'records %s in one transaction, so that a process killed in between does not leave the ledger without the object',
    async (_what, action) => {
      const { context, store, changes, ledger } = await setUp();
      await runChangeSet(changes, context);
      const known = await ledger();
      // A crash can only come between writes that are separate.
      const single = (): never => {
        throw new Error('The process was killed.');
      };
      const careful = { ...context, store: { ...store, insert: single, update: single, remove: single } };
      const silent = changes.map((each) => ({ ...each, action, steps: [], inverse: [] }));
      if (action === 'drop') {
        expect(await runDrops([...silent].reverse(), careful)).toMatchObject({ leftovers: [] });
        expect(await ledger()).toEqual([]);
      } else {
        expect((await runChangeSet(silent, careful)).failure).toBeUndefined();
        expect(await ledger()).toEqual(known);
      }
    },
  );

  it.each([
    ['is there is left alone', true, 0],
    ['is gone is made again', false, 1],
  ])('an object whose drop may have had no effect and that %s', async (_what, isThere, statements) => {
    const { platform, context, changes, drops } = await setUp();
    await runChangeSet(changes, context);
    const change = drops.find(({ object }) => object.key === 'readers') as (typeof drops)[number];
    const create = changes.find(({ object }) => object.key === 'readers') as (typeof changes)[number];
    if (!isThere) platform.lose({ kind: 'role', name: 'portcullis_readers' });
    const before = platform.statements.length;
    const dropped = { ...change, inverse: create.steps };
    await revertChanges([{ change: dropped, before: undefined, extent: 'perhaps', absentBefore: false }], context);
    const sent = platform.statements.slice(before).filter(({ text }) => text.startsWith('CREATE ROLE'));
    expect(sent).toHaveLength(statements);
  });

  it.each([
    { outcome: 'disappears late is gone before the next one is removed', late: 3, leftovers: 0 },
    { outcome: 'does not disappear in time is named, and stays in the ledger', late: 1000, leftovers: 1 },
  ])('an object that $outcome', async ({ late, leftovers }) => {
    const { platform, context, changes, clock, ledger } = await setUp();
    const GONE = { state: 'absent', deadlineMs: 10_000 } as const;
    const slowly = changes.map((change) =>
      change.object.key === 'readers'
        ? { ...change, inverse: change.inverse.map((step) => ({ ...step, waitUntil: GONE })) }
        : change,
    );
    platform.inject({ at: 'GRANT ROLE', effect: { fail: 'missing-grant' } });
    const log: string[] = [];
    platform.onStatement(({ statement, when }) => {
      if (when === 'after' && statement.text.startsWith('DROP')) log.push(statement.text);
    });
    let ghosts = 0;
    const context_: ExecutionContext = {
      ...context,
      async observe(object) {
        const isDropped = log.some((text) => text.startsWith('DROP ROLE'));
        if (object.key !== 'readers' || !isDropped || ghosts === late) return context.observe(object);
        ghosts += 1;
        log.push('still there');
        return { key: object.key, state: 'ours' };
      },
    };
    let result: Awaited<ReturnType<typeof runChangeSet>> | undefined;
    void runChangeSet(slowly, context_).then((ended) => {
      result = ended;
    });
    while (!result) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(500);
    }
    expect(result.leftovers).toHaveLength(leftovers);
    expect(await ledger()).toEqual(leftovers === 0 ? [] : ['readers created']);
    const [afterRole] = log.slice(log.findIndex((text) => text.startsWith('DROP ROLE')) + 1);
    expect(afterRole).toBe('still there');
  });

  it('reports that a change without an inverse remains', async () => {
    const { context, changes } = await setUp();
    const [first] = changes;
    if (!first) throw new Error('There are no changes.');
    const change = (action: 'alter' | 'drop'): AppliedChange => ({
      change: {
        ...first,
        action,
        inverse: [],
        ...(action === 'alter' ? { irreversible: 'Nothing tells how it was.' } : {}),
      },
      before: undefined,
      extent: 'certain',
      absentBefore: false,
    });
    expect(await revertChanges([change('alter'), change('drop')], context)).toEqual([
      'database gov (The plugin does not say how it is made again.)',
      'database gov (Nothing tells how it was.)',
    ]);
  });
});

describe('runDrops', () => {
  const existing = async (changed?: (object: ManagedObject) => ManagedObject) => {
    const whole = await setUp(createSimulatedPlatform(), changed);
    await runChangeSet(whole.changes, whole.context);
    return whole;
  };

  it('drops everything in an order that the platform accepts', async () => {
    const { platform, context, drops, ledger } = await existing();
    expect(await runDrops(drops, context)).toEqual({ notes: [], leftovers: [] });
    expect(platform.snapshot()).toEqual([]);
    expect(await ledger()).toEqual([]);
  });

  it('marks objects as partially dropped after their first statement, and leaves them unchanged before', async () => {
    for (const [at, known] of [
      ['DROP USER', 'service-account begun'],
      ['LOCK USER', 'service-account created'],
    ]) {
      const { platform, context, drops, ledger } = await existing((object) =>
        object.key === 'service-account' ? { ...object, drop: [{ text: sql`LOCK USER` }, ...object.drop] } : object,
      );
      platform.inject({ at: at as string, effect: { fail: 'missing-grant' } });
      await runDrops(drops, context);
      expect(await ledger()).toContain(known);
    }
  });

  it('continues after a failure, except with dependent objects', async () => {
    const { platform, context, drops, ledger } = await existing();
    platform.inject({ at: 'DROP DATABASE', effect: { fail: 'in-use' } });
    const result = await runDrops(drops, context);
    expect(result.failure?.change.object.key).toBe('database');
    expect(result.leftovers).toEqual(['database gov', 'user gov_service']);
    expect(await ledger()).toEqual(['database created', 'service-account created']);
  });

  it('removes absent and foreign objects from the ledger', async () => {
    const { platform, context, drops, ledger } = await existing();
    platform.lose({ kind: 'role', name: 'actors' });
    platform.lose({ kind: 'database', name: 'gov' });
    platform.plant({ server: SERVER, kind: 'database', name: 'gov' });
    const { notes } = await runDrops(drops, context);
    expect(notes).toEqual(['role actors was gone already', 'database gov is no longer ours and was left alone']);
    expect(platform.objects.map(({ name }) => name)).toEqual(['gov']);
    expect(await ledger()).toEqual([]);
  });

  it('drops a partially created object without a mark by its recorded id', async () => {
    const { platform, context, store, drops } = await existing();
    platform.tamper({ kind: 'user', name: 'gov_service' }, { mark: null });
    const { id } = platform.objects.find(({ kind }) => kind === 'user') as { readonly id: number };
    await store.update('managedObjects', { key: 'service-account' }, { origin: 'begun', platformId: String(id) });
    await runDrops(drops, context);
    expect(platform.snapshot()).toEqual([]);
  });

  it('does not drop an unmarked object with the name of a partially created one, and asks an administrator', async () => {
    const { platform, context, store, drops, ledger } = await existing();
    platform.lose({ kind: 'user', name: 'gov_service' });
    const planted = platform.plant({ server: SERVER, kind: 'user', name: 'gov_service' });
    await store.update('managedObjects', { key: 'service-account' }, { origin: 'begun', platformId: null });
    const { failure, leftovers } = await runDrops(drops, context);
    expect(leftovers).toEqual(['user gov_service']);
    expect(failure?.failure.message).toContain('It is unclear who owns the user gov_service');
    expect(failure?.failure.help).toContain('"decision": "adopt"');
    expect(await ledger()).toEqual(['service-account unresolved']);
    expect(await store.find('managedObjects', {})).toMatchObject([{ platformId: String(planted.id) }]);
    expect(platform.objects.map(({ name }) => name)).toEqual(['gov_service']);
  });

  it('leaves the remaining objects for the next run when the process stops', async () => {
    const { context, drops, closing, ledger } = await existing();
    closing.abort(new Error('closing'));
    const before = await ledger();
    const result = await runDrops(drops, context);
    expect(result.failure?.failure.message).toBe('The process was stopped before this step.');
    expect(result.leftovers).toHaveLength(drops.length);
    expect(await ledger()).toEqual(before);
  });
});
