/** Connections to platforms that end after any packet. No error may remain uncaught. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { definitionOf, sql } from '@portcullis/plugin-api';
import { synapse } from '@portcullis/plugin-synapse';
import { createSessionProxy } from '@portcullis/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { body, SIGN_IN, startEnvironment } from '../../src/platforms/snowflake/test-environment.ts';
import { ADMINISTRATOR, type Emulator, startEmulator } from '../../src/platforms/synapse/emulator/emulator.ts';
import { bareEnvironment } from '../../src/shared/bare-environment.ts';
import { createCertificateAuthority } from '../../src/shared/network/certificates.ts';
import { startTlsFront } from '../../src/shared/network/tls-front.ts';

let uncaught: unknown[] = [];
const note = (error: unknown): void => {
  uncaught.push(error);
};
beforeAll(() => {
  process.on('uncaughtExceptionMonitor', note);
});
afterAll(() => {
  process.off('uncaughtExceptionMonitor', note);
});
beforeEach(() => {
  uncaught = [];
});
afterEach(() => {
  expect(uncaught).toEqual([]);
});

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
type Asking = { query(statement: ReturnType<typeof sql>): Promise<readonly object[]>; close(): Promise<void> };

describe('the driver of Synapse', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator?.stop());

  /** Signs in through a proxy that ends the session after one packet, sends two queries, and closes. */
  async function live(number: number): Promise<{ readonly ended: number; readonly response: unknown }> {
    await using proxy = await createSessionProxy({
      port: emulator.port,
      endsAfter: (boundary) => boundary.number === number,
    });
    const definition = definitionOf(synapse({ localPorts: [proxy.port], certificateAuthorities: [emulator.ca] }));
    const config = definition.config.parse({
      host: 'localhost',
      port: proxy.port,
      database: 'governance',
      schema: 'governed',
      metadataDelimiters: { hashDelimiter: '|', hashKeyDelimiter: ':', arrayDelimiter: ',' },
      username: ADMINISTRATOR.userName,
      password: ADMINISTRATOR.password,
    });
    const use = async (): Promise<unknown> => {
      const session = (await definition.connect?.({
        config,
        stage: 'pool',
        actor: 'setup',
        mode: 'automatic',
        facts: {},
        secrets: {},
        signal: new AbortController().signal,
        deadlineMs: 5000,
        logger: quiet,
      } as never)) as unknown as Asking;
      try {
        await session.query(sql`SELECT DB_NAME() AS name`);
        return await session.query(sql`SELECT DB_NAME() AS name`);
      } finally {
        await session.close();
      }
    };
    const response = await use().catch((error: unknown) => error);
    return { ended: proxy.ended, response };
  }

  it('reports a connection that ends after any packet, and otherwise works through the same proxy', async () => {
    let number = 1;
    let last = await live(number);
    for (; last.ended > 0; last = await live(number)) {
      number += 1;
      expect(last.response).toBeDefined();
    }
    expect(number).toBeGreaterThan(6);
    expect(last.response).toMatchObject([{ name: expect.anything() }]);
  });
});

describe('the driver of Snowflake', () => {
  const run = promisify(execFile);
  const child = join(import.meta.dirname, '../../src/platforms/snowflake/driver/one-connection.ts');
  /** Packets after which a connection ends, each in a separate process. */
  const PIECES = [1, 2, 4, 7, 11, 16];

  it('reports a connection that ends after a packet, or reconnects', { timeout: 240_000 }, async () => {
    const environment = await startEnvironment();
    const authority = createCertificateAuthority();
    const front = await startTlsFront(environment.emulator.address, authority.issue(['localhost']));
    const folder = await mkdtemp(join(tmpdir(), 'portcullis-authority-'));
    const trusted = join(folder, 'authority.pem');
    await writeFile(trusted, authority.cert);
    const { config } = body(true, SIGN_IN.password);
    let ended = 0;
    for (const number of PIECES) {
      await using proxy = await createSessionProxy({
        port: Number(new URL(front.address).port),
        endsAfter: (boundary) => boundary.number === number,
      });
      const order = JSON.stringify({ endpoint: `https://localhost:${proxy.port}`, config });
      // An uncaught error would end the process with another code than 0, and this promise would reject.
      const { stdout } = await run(process.execPath, ['--conditions=source', child, order], {
        env: bareEnvironment({
          HOME: process.env.HOME,
          NODE_EXTRA_CA_CERTS: trusted,
          SNOWFLAKE_DISABLE_PLATFORM_DETECTION: 'true',
        }),
      });
      const report: { readonly role?: string; readonly failureClass?: string } = JSON.parse(stdout);
      expect(report.role ?? report.failureClass).toMatch(/^(ACCOUNTADMIN|network|timeout|transient)$/);
      ended += proxy.ended;
    }
    expect(ended).toBeGreaterThan(3);
    await front.stop();
    await environment.close();
    await rm(folder, { recursive: true });
  });
});
