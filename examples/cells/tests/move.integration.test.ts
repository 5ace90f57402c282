import { createReceiver, type Receiver } from '@portcullis/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moveTenant } from '../src/move-tenant.ts';
import { publishTo, register } from '../src/publish.ts';
import { type Databases, openDatabases, startHost, type TestHost } from './open-cells.ts';

const SECRET = `whsec_${Buffer.alloc(32, 'cells').toString('base64')}`;
const LOAD = { perSecond: 100, seconds: 3 };

let databases: Databases;
let host: TestHost;
let receiver: Receiver;

/** The `webhook-id` of each request that the receiver has accepted, and of those that it has refused. */
let accepted: string[];
let refused: string[];

beforeEach(async () => {
  accepted = [];
  refused = [];
  receiver = await createReceiver(({ headers }, response) => {
    const id = headers['webhook-id'] ?? '';
    // At any moment of the move, some deliveries are in progress or wait for another attempt.
    const isRefused = !refused.includes(id) && (accepted.length + refused.length) % 5 === 4;
    (isRefused ? refused : accepted).push(id);
    setTimeout(() => response.writeHead(isRefused ? 500 : 200, { 'retry-after': '0' }).end(), 20);
  });
});
afterEach(async () => {
  await host?.close();
  await databases?.close();
  await receiver.close();
});

async function start(kind: 'SQLite' | 'PostgreSQL'): Promise<void> {
  databases = await openDatabases(kind);
  host = await startHost(databases);
  for (const tenant of ['acme', 'bolt']) {
    await host.cells.create(tenant, 'one');
    await register(host.instances[0]?.tenant(tenant), { url: `${receiver.url}/${tenant}`, secret: SECRET });
  }
}

const rowsIn = async (cell: number, tenant: string): Promise<number> => {
  const store = host.stores[cell]?.scoped(tenant);
  return (await store?.count('deliveries', {})) ?? -1;
};

describe.each(['SQLite', 'PostgreSQL'] as const)('a tenant that moves under load, on %s', (kind) => {
  it('loses no notification, repeats none that was accepted, and keeps its public ids', {
    timeout: 60_000,
  }, async () => {
    await start(kind);
    const list = (cell: number) => host.instances[cell]?.tenant('acme').webhooks.list(ADMIN);
    const before = await list(0);
    const published = ['acme', 'bolt'].map((tenant) => publishTo(host.cells, tenant, LOAD));
    await expect.poll(() => accepted.length).toBeGreaterThan(100);
    await host.cells.move('acme', 'two');
    const sum = (await Promise.all(published)).reduce((count, each) => count + each.published, 0);
    await expect.poll(() => new Set(accepted).size, { timeout: 40_000, interval: 100 }).toBe(sum);
    expect(accepted).toHaveLength(sum);
    expect(refused.length).toBeGreaterThan(0);
    const idsOf = (page: typeof before) => page?.map(({ id }) => id);
    expect(idsOf(await list(1))).toEqual(idsOf(before));
    expect(host.directory.find('acme')).toEqual({ tenant: 'acme', cell: 'two', movingTo: null, movedFrom: null });
    expect(await rowsIn(0, 'acme')).toBe(0);
    expect(await rowsIn(1, 'acme')).toBe(LOAD.perSecond * LOAD.seconds);
  });
});

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

/** The steps of a move, after each of which a process may die. */
const STEPS = [
  'directory.beginMove',
  'tenants.suspend',
  'tenants.import',
  'directory.switchCell',
  'tenants.resume',
  'tenants.remove',
];

describe('an interrupted move', () => {
  it.each(STEPS)('is finished by the next process after %s', async (step) => {
    await start('SQLite');
    await publishTo(host.cells, 'acme', { perSecond: 500, seconds: 0.02 });
    host.directory.beginMove('acme', 'two');
    if (step !== 'directory.beginMove') await expect(moveUntil(step)).rejects.toThrow('died');
    await host.close();
    host = await startHost(databases);
    await host.cells.finishMoves();
    expect(host.directory.find('acme')).toEqual({ tenant: 'acme', cell: 'two', movingTo: null, movedFrom: null });
    expect(host.directory.moves()).toEqual([]);
    expect((await host.instances[1]?.tenants.get('acme'))?.state).toBe('active');
    expect(await host.instances[0]?.tenants.list()).toMatchObject({ tenants: [{ id: 'bolt' }] });
    expect(await rowsIn(1, 'acme')).toBe(10);
  });

  describe('by a failure of the other database', () => {
    /** Begins a move, and returns the function that does it with another cell "two". */
    async function begin() {
      await start('SQLite');
      const [from, to] = host.instances;
      if (!from || !to) throw new Error('There are two cells.');
      host.directory.beginMove('acme', 'two');
      const location = host.directory.find('acme');
      if (!location) throw new Error('The directory has the tenant.');
      const move = (changed: Partial<typeof to.tenants>) => {
        const other = { ...to, tenants: { ...to.tenants, ...changed } };
        return moveTenant(location, host.directory, (cell) => (cell === 'one' ? from : other));
      };
      return { from, to, move };
    }
    const gone = () => Promise.reject(new Error('The connection is gone.'));

    it('leaves the tenant in its cell', async () => {
      const { from, move } = await begin();
      await expect(move({ import: gone })).rejects.toThrow('connection is gone');
      expect(host.directory.find('acme')).toMatchObject({ cell: 'one', movingTo: null, movedFrom: null });
      expect((await from.tenants.get('acme')).state).toBe('active');
    });

    it('continues if only the response to the import is lost', async () => {
      const { from, to, move } = await begin();
      await move({ import: async (...given) => to.tenants.import(...given).then(gone) });
      expect(host.directory.find('acme')).toMatchObject({ cell: 'two', movingTo: null, movedFrom: null });
      expect((await to.tenants.get('acme')).state).toBe('active');
      expect(await from.tenants.list()).toMatchObject({ tenants: [{ id: 'bolt' }] });
    });

    it('waits for another process if the database does not answer any more', async () => {
      const { from, to, move } = await begin();
      let hasImported = false;
      const imports = async (...given: Parameters<typeof to.tenants.import>) => {
        await to.tenants.import(...given);
        hasImported = true;
        return gone();
      };
      const get = (id: string) => (hasImported ? gone() : to.tenants.get(id));
      await expect(move({ import: imports, get })).rejects.toThrow('connection is gone');
      expect(host.directory.find('acme')).toMatchObject({ cell: 'one', movingTo: 'two' });
      expect((await from.tenants.get('acme')).state).toBe('suspended');
      await host.cells.finishMoves();
      expect(host.directory.find('acme')).toMatchObject({ cell: 'two', movingTo: null, movedFrom: null });
    });
  });
});

/** Moves a tenant in a process that dies immediately after a step: it does nothing more. */
async function moveUntil(step: string): Promise<void> {
  const location = host.directory.find('acme');
  if (!location) throw new Error('The directory has the tenant.');
  let hasDied = false;
  const die = (): never => {
    hasDied = true;
    throw new Error('died');
  };
  const diesAfterStep = <Target extends object>(name: string, target: Target): Target =>
    new Proxy(
      { ...target },
      {
        get:
          (_target, key) =>
          (...parameters: readonly unknown[]) => {
            if (hasDied) return die();
            const work = Reflect.get(target, key) as (...given: readonly unknown[]) => unknown;
            const result = work(...parameters);
            if (`${name}.${String(key)}` !== step) return result;
            return result instanceof Promise ? result.then(die) : die();
          },
      },
    );
  await moveTenant(location, diesAfterStep('directory', host.directory), (cell) => {
    const instance = host.instances[cell === 'one' ? 0 : 1];
    if (!instance) throw new Error('There is no such cell.');
    return { ...instance, tenants: diesAfterStep('tenants', instance.tenants) };
  });
}

describe('requests of the interface', () => {
  const list = (tenant: string) =>
    host.cells.handle(new Request('http://127.0.0.1/webhooks', { headers: { 'x-tenant': tenant } }));

  it('go to the cell of their tenant, before and after a move', async () => {
    await start('SQLite');
    const before = await (await list('acme')).json();
    await host.cells.move('acme', 'two');
    expect(await (await list('acme')).json()).toEqual(before);
  });

  it('get a 503 while their tenant moves', async () => {
    await start('SQLite');
    host.directory.beginMove('acme', 'two');
    const response = await list('acme');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
  });

  it('get a 401 without a tenant of the directory', async () => {
    await start('SQLite');
    expect((await list('unknown')).status).toBe(401);
  });
});
