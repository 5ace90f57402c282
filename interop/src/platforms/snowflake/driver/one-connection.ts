/**
 * Opens one connection of the Snowflake plugin through the real driver, runs one query and reports the result: a
 * separate process, because the driver uses the certificates of Node, and Node reads `NODE_EXTRA_CA_CERTS` when it
 * starts. Takes an order as JSON in its first argument and writes a {@link ConnectionReport} as JSON.
 */
import { classifyFailure, definitionOf, sql } from '@portcullis/plugin-api';
import { snowflake } from '@portcullis/plugin-snowflake';
import sdk from 'snowflake-sdk';

/** The destination, the proxy and the config. */
export interface ConnectionOrder {
  readonly endpoint: string;
  readonly proxy?: string;
  readonly config: object;
}

/** The result of the connection: the role of its session, or the reason why there is none. */
export type ConnectionReport = { readonly role: unknown } | { readonly failureClass: string; readonly message: string };

type Asking = { query(statement: ReturnType<typeof sql>): Promise<readonly object[]>; close(): Promise<void> };

async function open({ endpoint, proxy, config }: ConnectionOrder): Promise<ConnectionReport> {
  const driver = async () => {
    // A test certificate has no authority that can report its revocation status.
    sdk.configure({ disableOCSPChecks: true });
    return sdk as never;
  };
  const definition = definitionOf(
    snowflake({ endpoint, driver, transport: 'driver', ...(proxy === undefined ? {} : { proxy }) }),
  );
  try {
    const session = (await definition.connect?.({
      config: definition.config.parse(config),
      stage: 'account',
      actor: 'setup',
      mode: 'automatic',
      facts: {},
      secrets: {},
      signal: new AbortController().signal,
      deadlineMs: 20_000,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    })) as unknown as Asking;
    const [row] = await session.query(sql`SELECT CURRENT_ROLE() AS ROLE`);
    await session.close();
    return { role: (row as { readonly ROLE?: unknown } | undefined)?.ROLE };
  } catch (error) {
    const { class: failureClass, message } = classifyFailure(error, definition.classifyError);
    return { failureClass, message };
  }
}

const report = await open(JSON.parse(process.argv[2] ?? '{}') as ConnectionOrder);
process.stdout.write(JSON.stringify(report), () => process.exit(0));
