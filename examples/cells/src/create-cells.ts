import type { Notification, Portcullis, Principal, PublishedNotification } from '@portcullis/core';
import { createHttpHandler, type HttpHandler } from '@portcullis/http';
import type { Directory, TenantLocation } from './directory.ts';
import { hasCode, moveTenant } from './move-tenant.ts';

/** A database and the instance that uses it. */
interface Cell {
  readonly name: string;
  /** Each store has a unique number, the option `cell`, so no two cells assign the same id. */
  readonly portcullis: Portcullis;
}

/** Options of {@link createCells}. */
export interface CellsOptions {
  readonly cells: readonly Cell[];
  readonly directory: Directory;
  /** Returns the caller of a request, with the tenant, from the host's own session; undefined for an unknown caller. */
  authenticate(request: Request): Promise<Principal | undefined>;
}

/** Many databases behind one interface. Each call goes to the cell of its tenant. */
export interface Cells {
  create(tenant: string, cell: string): Promise<void>;
  /** Publishes a notification in the cell of the tenant. While the tenant moves, it waits. */
  notify(tenant: string, notification: Notification): Promise<PublishedNotification>;
  /** Responds to a request of the interface. While the tenant of the caller moves, the response is 503 with `Retry-After`. */
  handle(request: Request): Promise<Response>;
  /** Moves a tenant to another cell. Resolves when the new cell serves the tenant and the old one has removed it. */
  move(tenant: string, cell: string): Promise<void>;
  /** Finishes the moves of an earlier process that died. Call it before the first request. */
  finishMoves(): Promise<void>;
}

const MOVING: ResponseInit = { status: 503, headers: { 'retry-after': '1' } };

/** Creates the {@link Cells} of a host. The caller opens and closes the directory and the cells. */
export function createCells({ cells, directory, authenticate }: CellsOptions): Cells {
  const instances = new Map(cells.map(({ name, portcullis }) => [name, portcullis]));
  const handlers = new Map<string, HttpHandler>(
    cells.map(({ name, portcullis }) => [name, createHttpHandler(portcullis, { authenticate })]),
  );
  /** The moves of this process. Other processes of the same host would read the directory again after a moment. */
  const moves = new Map<string, Promise<void>>();

  const instanceOf = (cell: string): Portcullis => {
    const instance = instances.get(cell);
    if (!instance) throw new Error(`There is no cell ${cell}.`);
    return instance;
  };
  const locationOf = (tenant: string): TenantLocation => {
    const location = directory.find(tenant);
    if (!location) throw new Error(`There is no tenant ${tenant}.`);
    return location;
  };
  const run = async (location: TenantLocation): Promise<void> => {
    const move = moveTenant(location, directory, instanceOf).finally(() => moves.delete(location.tenant));
    moves.set(location.tenant, move);
    await move;
  };

  return {
    async create(tenant, cell) {
      const { tenants } = instanceOf(cell);
      directory.add(tenant, cell);
      await tenants.create({ id: tenant });
    },
    async notify(tenant, notification) {
      for (;;) {
        // If the move fails, the tenant stays in its cell.
        await moves.get(tenant)?.catch(() => {});
        const { cell } = locationOf(tenant);
        try {
          return await instanceOf(cell).tenant(tenant).notifications.notify(notification);
        } catch (error) {
          const hasMoved = moves.has(tenant) || locationOf(tenant).cell !== cell;
          // The cell refused the notification and stored nothing, so the next attempt publishes it once.
          if (!hasMoved || !hasCode(error, 'TENANT_SUSPENDED', 'TENANT_UNKNOWN')) throw error;
        }
      }
    },
    async handle(request) {
      const tenant = (await authenticate(request))?.tenant;
      const location = tenant === undefined ? undefined : directory.find(tenant);
      const handler = location && handlers.get(location.cell);
      if (!location || !handler) return new Response(null, { status: 401 });
      if (location.movingTo !== null || moves.has(location.tenant)) return new Response(null, MOVING);
      return handler(request);
    },
    async move(tenant, cell) {
      instanceOf(cell);
      if (!directory.beginMove(tenant, cell))
        throw new Error(`The tenant ${tenant} cannot move to the cell ${cell} now.`);
      await run(locationOf(tenant));
    },
    async finishMoves() {
      await Promise.all(directory.moves().map(run));
    },
  };
}
