/**
 * Azure Synapse Analytics for Portcullis. Start at {@link synapse}.
 *
 * @packageDocumentation
 */
export type {
  Connector,
  Driver,
  DriverColumn,
  DriverConfig,
  DriverConnection,
  DriverMessage,
  DriverRequest,
  LoadDriver,
} from './connection/driver.ts';
export { type ViewsOwner, viewComment } from './names/view-mark.ts';
export { synapse } from './synapse.ts';
export type { SynapseOptions } from './synapse-options.ts';
