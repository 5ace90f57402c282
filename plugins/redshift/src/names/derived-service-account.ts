import { ENGINES, type Engine } from '../engine.ts';
import { fitName } from './fit-name.ts';

/** Returns the name of the account that the service creates for itself. */
export function derivedServiceAccount(database: string, engine: Engine): string {
  return fitName({ base: database, suffix: '_service' }, ENGINES[engine].maxNameBytes);
}
