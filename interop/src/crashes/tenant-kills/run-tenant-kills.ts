import { createReadStream } from 'node:fs';
import { createFakeRandom } from '@portcullis/testing';
import { storeOf } from '../kill-matrix/open-instance.ts';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import type { VictimSupply } from '../victims/start-victim.ts';
import { openTenantNode } from './open-tenant-node.ts';
import type { TenantOrder, TenantResponse, TenantWork } from './protocol.ts';
import { countRows, describeRows, NEIGHBOUR, type SourceTenants, TENANT } from './source-tenant.ts';
import type { TenantVictim } from './tenant-victims.ts';

/** The parts that kills of removals or imports need. */
export interface TenantHarness {
  readonly source: SourceTenants;
  readonly victims: VictimSupply<TenantVictim>;
  /** Creates an empty store. */
  readonly nextStore: () => Promise<StoreOrder>;
}

/** The results of kills at random moments. */
export interface TenantKills {
  readonly kills: number;
  /** Completed removals or imports, each after some kills. */
  readonly ended: number;
  /** Kills that left work to do. */
  readonly halfDone: number;
  readonly failures: readonly string[];
}

const HOUR_MS = 3_600_000;
/** Longer than the lifetime of an import without a heartbeat. */
const STEP_MS = 120_000;
/** The latest kill, as a share of the shortest call. Some calls must complete. */
const LATEST = 1.6;
/**
 * Added to {@link LATEST} with each kill of one removal or import: on a busy machine, calls take longer than the
 * shortest call.
 */
const LATER = 0.8;

/** Reads the state that a dead process left, without an instance that would continue its work. */
async function readLeft(order: StoreOrder): Promise<{ readonly rows: number; readonly states: readonly string[] }> {
  const store = storeOf(order);
  await store.open();
  try {
    const tenants = await store.scoped(TENANT).find('tenants');
    return { rows: await countRows(store, TENANT), states: tenants.map(({ state }) => state) };
  } finally {
    await store.close();
  }
}

/**
 * Kills processes that remove or import a tenant at random moments; the next one continues, until the tenant is removed
 * or imported. Continues until the number of kills is reached, and at least one kill has left work to do.
 */
export async function runTenantKills(
  { source, victims, nextStore }: TenantHarness,
  work: TenantWork,
  kills: number,
  seed: number,
): Promise<TenantKills> {
  const random = createFakeRandom(seed);
  const failures: string[] = [];
  let generation = 0;
  let done = 0;
  let ended = 0;
  let halfDone = 0;
  let durationMs = Number.POSITIVE_INFINITY;

  const fail = (condition: boolean, message: string): void => {
    if (condition) failures.push(`${work} ${ended + 1}: ${message}`);
  };

  /** Inspects the store between two processes. */
  const inspect = async <Result>(
    store: StoreOrder,
    use: (node: Awaited<ReturnType<typeof openTenantNode>>) => Promise<Result>,
  ) => {
    const node = await openTenantNode(store, generation * STEP_MS);
    try {
      return await use(node);
    } finally {
      await node.portcullis.close();
    }
  };

  const createInitialState = (store: StoreOrder) =>
    inspect(store, async ({ portcullis }) => {
      for (const id of work === 'remove' ? [TENANT, NEIGHBOUR] : [NEIGHBOUR]) {
        await portcullis.tenants.import(createReadStream(source.files[id] ?? ''), { privateKey: source.privateKey });
      }
    });

  const checkEnd = (store: StoreOrder, response: TenantResponse | undefined) =>
    inspect(store, async (node) => {
      fail((await describeRows(node.store, NEIGHBOUR)) !== source.rows[NEIGHBOUR], 'another tenant was changed');
      if (work === 'import') {
        fail((await describeRows(node.store, TENANT)) !== source.rows[TENANT], 'the rows are not those of the file');
        fail((await node.portcullis.tenants.get(TENANT)).state !== 'suspended', 'the tenant is not suspended');
        return;
      }
      fail((await countRows(node.store, TENANT)) !== 0, 'rows are left');
      if (!response) return;
      fail(response.remaining !== 0, 'the response counts remaining rows');
      fail(response.scripts !== 1, 'the delete script is lost');
    });

  while (done < kills || halfDone === 0) {
    const store = await nextStore();
    await createInitialState(store);
    let latest = LATEST;
    for (let isOver = false; !isOver; latest += LATER) {
      const victim = await victims.take();
      const { files, privateKey } = source;
      const order: TenantOrder = {
        store,
        aheadMs: generation * STEP_MS,
        work,
        tenant: TENANT,
        file: files[TENANT] ?? '',
        privateKey,
      };
      // The first process is not killed. It determines the time of the others.
      const limit = Number.isFinite(durationMs) ? random.fraction() * durationMs * latest : HOUR_MS;
      const end = await victim.run(order, limit);
      generation += 1;
      if (end.killed) {
        done += 1;
        const left = await readLeft(store);
        fail(work === 'import' && left.states.includes('active'), 'a half-done import is seen');
        if (left.rows > 0) halfDone += 1;
        continue;
      }
      // A call that finds everything done returns at once, so its duration does not predict the others.
      if (end.response) durationMs = Math.min(durationMs, end.tookMs);
      await checkEnd(store, end.response);
      ended += 1;
      isOver = true;
    }
  }
  return { kills: done, ended, halfDone, failures };
}
