import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../lifetime/listen.ts';
import { choosePort } from './requested-port.ts';

describe('the choice of a port', () => {
  const other = createServer();
  let taken: number;
  beforeEach(async () => {
    taken = await listen(other, 0);
  });
  afterEach(() => new Promise((resolve) => other.close(resolve)));

  it('is a free port, with a message, if the default is in use', async () => {
    expect(await choosePort({ port: taken })).toEqual({ port: 0, note: expect.stringContaining(`port ${taken}`) });
  });

  it('is always an explicitly requested port', async () => {
    await expect(choosePort({ port: taken, variable: 'PORT' })).rejects.toThrow('set PORT to another port');
  });

  it('is the default if it is free', async () => {
    await new Promise((resolve) => other.close(resolve));
    expect(await choosePort({ port: taken })).toEqual({ port: taken });
    await listen(other, taken);
  });
});
