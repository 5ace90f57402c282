import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { PostgresClient, PostgresResult } from './postgres-client.ts';
import { createQueryRunner } from './query-runner.ts';

const RESULT: PostgresResult = { command: 'SELECT', rowCount: 0, rows: [] };

/** A client that writes each query in two messages, like `pg`, and the resulting writes to the socket. */
function pipeliningClient() {
  const pieces: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      pieces.push(chunk);
      done();
    },
    writev(chunks, done) {
      pieces.push(chunks.map(({ chunk }) => chunk).join(' '));
      done();
    },
  });
  const client: PostgresClient = {
    pipeline: true,
    connection: { stream },
    async query({ text }) {
      stream.cork();
      stream.write(`parse ${text}`);
      stream.write(`execute ${text}`);
      stream.uncork();
      return RESULT;
    },
  };
  return { client, pieces };
}

describe('queries of a client that pipelines', () => {
  it('are sent in one write if they are made together', async () => {
    const { client, pieces } = pipeliningClient();
    const run = createQueryRunner(client);
    await Promise.all([run('a', []), run('b', [])]);
    await new Promise(setImmediate);
    await run('c', []);
    await new Promise(setImmediate);
    expect(pieces).toEqual(['parse a execute a parse b execute b', 'parse c execute c']);
  });

  it('are sent even if the stream of the client is unknown', async () => {
    const sent: string[] = [];
    const run = createQueryRunner({
      pipeline: true,
      async query({ text }) {
        sent.push(text);
        return RESULT;
      },
    });
    await Promise.all([run('a', []), run('b', [])]);
    expect(sent).toEqual(['a', 'b']);
  });
});
