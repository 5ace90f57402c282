import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../lifetime/listen.ts';
import { choosePort } from './requested-port.ts';

describe('choosing a port', () => {
  const other = createServer();
  let taken: number;
  beforeEach(async () => {
    taken = await listen(other, 0);
  });
  afterEach(() => new Promise((resolve) => other.close(resolve)));

  it('takes a free one, and says so, when the usual one is in use', async () => {
    expect(await choosePort({ port: taken })).toEqual({ port: 0, note: expect.stringContaining(`port ${taken}`) });
  });

  it('insists on one that was asked for by name', async () => {
    await expect(choosePort({ port: taken, variable: 'PORT' })).rejects.toThrow('set PORT to another port');
  });

  it('takes the usual one when it is free', async () => {
    await new Promise((resolve) => other.close(resolve));
    expect(await choosePort({ port: taken })).toEqual({ port: taken });
    await listen(other, taken);
  });
});
