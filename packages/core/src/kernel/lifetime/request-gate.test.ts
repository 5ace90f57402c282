import { describe, expect, it } from 'vitest';
import { createRequestGate } from './request-gate.ts';

const NEVER = new Promise<void>(() => {});

describe('the request gate', () => {
  it('is closed when the last admitted call has ended, whether it succeeded or failed', async () => {
    const gate = createRequestGate();
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const calls = [gate.admit(() => first.promise), gate.admit(() => second.promise)] as Promise<void>[];
    const order: string[] = [];
    const shut = gate.close(NEVER).then(() => order.push('shut'));
    first.resolve();
    await calls[0];
    order.push('first');
    second.reject(new Error('failed'));
    await expect(calls[1]).rejects.toThrow('failed');
    await shut;
    expect(order).toEqual(['first', 'shut']);
  });

  it('is closed immediately without an admitted call, and refuses later ones', async () => {
    const gate = createRequestGate();
    await gate.admit(async () => {});
    await gate.close(NEVER);
    await expect(gate.admit(async () => {})).rejects.toMatchObject({ code: 'INSTANCE_CLOSED' });
  });

  it('is closed at the deadline, even if a call has not ended', async () => {
    const gate = createRequestGate();
    void gate.admit(() => NEVER);
    await expect(gate.close(Promise.resolve())).resolves.toBeUndefined();
  });

  it('does not count a call that its check refuses', async () => {
    const gate = createRequestGate();
    const refuse = () => {
      throw new Error('refused');
    };
    await expect(gate.admit(async () => {}, refuse)).rejects.toThrow('refused');
    await expect(gate.close(NEVER)).resolves.toBeUndefined();
  });
});
