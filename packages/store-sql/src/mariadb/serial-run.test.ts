import { describe, expect, it } from 'vitest';
import type { Statement } from '../operations/statement-cache.ts';
import { createSerialRun } from './serial-run.ts';

const statement = (sql: string) => ({ sql }) as Statement;

/** A connection that responds when the test lets it. */
function createConnection() {
  const sent: string[] = [];
  const responses: { resolve(): void; reject(error: Error): void }[] = [];
  return {
    sent,
    responses,
    run: ({ sql }: Statement) =>
      new Promise<{ rows: []; affected: number }>((resolve, reject) => {
        sent.push(sql);
        responses.push({ resolve: () => resolve({ rows: [], affected: 0 }), reject });
      }),
  };
}

describe('the statements of a transaction', () => {
  it('are sent one after another', async () => {
    const { sent, responses, run } = createConnection();
    const send = createSerialRun(run);
    const both = Promise.all([send(statement('first')), send(statement('second'))]);
    await expect.poll(() => sent).toEqual(['first']);
    responses[0]?.resolve();
    await expect.poll(() => sent).toEqual(['first', 'second']);
    responses[1]?.resolve();
    await both;
  });

  it('are not sent after a failed one, because the server may have ended the transaction', async () => {
    const { sent, responses, run } = createConnection();
    const send = createSerialRun(run);
    const results = Promise.allSettled([send(statement('first')), send(statement('second'))]);
    await expect.poll(() => sent).toEqual(['first']);
    responses[0]?.reject(new Error('deadlock'));
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(send(statement('third'))).rejects.toThrow('deadlock');
    expect(sent).toEqual(['first']);
  });
});
