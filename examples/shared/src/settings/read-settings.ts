import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SharedNodes } from '../nodes/shared-nodes.ts';
import { readQueue } from './read-queue.ts';
import type { RequestedPort } from './requested-port.ts';

/** The settings of an example at its start. */
export interface ExampleSettings {
  /** The port that the host listens on. */
  readonly port: RequestedPort;
  readonly receiverPort: RequestedPort;
  readonly targetPort: RequestedPort;
  /** An absolute path. */
  readonly dataFolder: string;
  /** True if a separate thread delivers. */
  readonly deliverInThread: boolean;
  /** The database and engine that several nodes share. @default there is one node, on a file */
  readonly nodes?: SharedNodes;
  /** True to issue an administrator's key even if one exists. */
  readonly newAdminKey: boolean;
}

/** The ports of an example without environment variables. The target's is the usual port of its platform. */
const DEFAULT_PORTS = { receiver: 4000, target: 5439 };

/**
 * Reads the flag `--new-admin-key` and the variables `PORT`, `RECEIVER_PORT`, `TARGET_PORT`, `DATA_FOLDER`, `DELIVERIES` and `QUEUE`.
 *
 * @param defaults.folder - the example's own folder; its data are in `data` below it.
 * @throws TypeError for an unknown flag, Error for an invalid port, delivery mode or engine.
 */
export function readSettings(
  defaults: { readonly folder: string; readonly port: number },
  environment: NodeJS.ProcessEnv = process.env,
  flags: readonly string[] = process.argv.slice(2),
): ExampleSettings {
  const { values } = parseArgs({ args: [...flags], options: { 'new-admin-key': { type: 'boolean', default: false } } });
  const nodes = readQueue(environment);
  const requested = (variable: string, usual: number) => readPort(variable, environment[variable], usual);
  return {
    port: requested('PORT', defaults.port),
    receiverPort: requested('RECEIVER_PORT', DEFAULT_PORTS.receiver),
    targetPort: requested('TARGET_PORT', DEFAULT_PORTS.target),
    dataFolder: resolve(environment.DATA_FOLDER || join(defaults.folder, 'data')),
    deliverInThread: readDeliveries(environment.DELIVERIES),
    ...(nodes && { nodes }),
    newAdminKey: values['new-admin-key'],
  };
}

function readDeliveries(value = ''): boolean {
  if (value === '' || value === 'thread') return value === 'thread';
  throw new Error(`DELIVERIES is "${value}": use thread, or leave it empty.`);
}

function readPort(variable: string, value: string | undefined, usual: number): RequestedPort {
  if (value === undefined || value === '') return { port: usual };
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65_535)
    throw new Error(`${variable} is "${value}": use a port from 0 to 65535.`);
  return { port, variable };
}
