import { expect, it } from 'vitest';
import { createSystemClock } from '../system-clock.ts';
import { Attempt } from './attempt.ts';
import type { Connection } from './connection.ts';

it('ends the limit of its connection, which would keep the response in memory until the next request', async () => {
  const limits: string[] = [];
  const connection = {
    served: 0,
    limitResponse: () => limits.push('begun'),
    endLimit: () => limits.push('ended'),
  } as unknown as Connection;
  const request = {
    url: 'http://127.0.0.1/',
    method: 'POST' as const,
    headers: {},
    body: new Uint8Array(),
    deadlineMs: 1000,
    responseLimit: 10,
  };
  const attempt = new Attempt(request, createSystemClock());
  attempt.assign(connection);
  const controller = {} as never;
  attempt.onRequestStart(controller);
  attempt.onResponseStart(controller, 200, {});
  expect(limits).toEqual(['begun']);
  attempt.onResponseEnd();
  expect(await attempt.outcome).toMatchObject({ kind: 'response', statusCode: 200 });
  expect(limits).toEqual(['begun', 'ended']);
});
