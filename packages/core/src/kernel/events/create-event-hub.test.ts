import { createRecordingLogger } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import type { PortcullisEvents } from '../../composition/portcullis-events.ts';
import { createEventHub, scopedEvents } from './create-event-hub.ts';

const EVENT = { task: 'reap', message: 'm' };

function setUp() {
  const logger = createRecordingLogger();
  return { logger, hub: createEventHub<PortcullisEvents>(logger) };
}

describe('the event hub', () => {
  it('calls every listener of an event in order, and none of another event', () => {
    const { hub } = setUp();
    const received: string[] = [];
    hub.on('background.error', ({ task }) => received.push(`first ${task}`));
    hub.on('background.error', ({ message }) => received.push(`second ${message}`));
    hub.on('policiesMustBeRepushed', () => received.push('other'));
    hub.emit('background.error', EVENT);
    expect(received).toEqual(['first reap', 'second m']);
  });

  it('stops calling removed listeners, and calls a once listener a single time', () => {
    const { hub } = setUp();
    const received: string[] = [];
    const leave = hub.on('background.error', () => received.push('on'));
    hub.once('background.error', () => received.push('once'));
    const never = hub.once('background.error', () => received.push('never'));
    never();
    hub.emit('background.error', EVENT);
    leave();
    hub.emit('background.error', EVENT);
    expect(received).toEqual(['on', 'once']);
  });

  it('logs a listener that throws or rejects, and still calls the others', async () => {
    const { hub, logger } = setUp();
    const received: string[] = [];
    hub.on('background.error', () => {
      throw new TypeError('thrown');
    });
    hub.on('background.error', (async () => {
      throw new Error('rejected');
    }) as () => void);
    hub.on('background.error', () => {
      throw 'a text';
    });
    hub.on('background.error', () => received.push('still'));
    expect(() => hub.emit('background.error', EVENT)).not.toThrow();
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toEqual(['still']);
    expect(logger.entries.map(({ level, details }) => [level, details?.event, details?.error]).toSorted()).toEqual([
      ['error', 'background.error', 'Error: rejected'],
      ['error', 'background.error', 'TypeError: thrown'],
      ['error', 'background.error', 'a text'],
    ]);
  });

  it('permits a listener to remove, add and emit while it is called', () => {
    const { hub } = setUp();
    const received: string[] = [];
    const leave = hub.on('background.error', ({ task }) => {
      received.push(task);
      leave();
      hub.on('background.error', () => received.push('joined'));
      if (task === 'reap') hub.emit('background.error', { ...EVENT, task: 'inner' });
    });
    hub.emit('background.error', EVENT);
    expect(received).toEqual(['reap', 'joined']);
  });

  it('is silent once it is closed', () => {
    const { hub } = setUp();
    const received: string[] = [];
    hub.on('background.error', () => received.push('x'));
    hub.close();
    hub.emit('background.error', EVENT);
    expect(received).toEqual([]);
  });
});

describe('the events of a tenant', () => {
  it('reach the listeners of that tenant only', () => {
    const { hub } = setUp();
    const acme = scopedEvents<PortcullisEvents>(hub, 'acme');
    const received: string[] = [];
    acme.on('background.error', ({ task }) => received.push(`on ${task}`));
    acme.once('background.error', ({ task }) => received.push(`once ${task}`));
    hub.emit('background.error', EVENT);
    acme.emit('background.error', { ...EVENT, task: 'first' });
    acme.emit('background.error', { ...EVENT, task: 'second' });
    expect(received).toEqual(['on first', 'once first', 'on second']);
  });

  it.each(['on', 'once'] as const)('log a listener of %s that rejects', async (subscribe) => {
    const { hub, logger } = setUp();
    const acme = scopedEvents<PortcullisEvents>(hub, 'acme');
    acme[subscribe]('background.error', (async () => {
      throw new Error('rejected');
    }) as () => void);
    acme.emit('background.error', EVENT);
    await new Promise((resolve) => setImmediate(resolve));
    expect(logger.entries).toMatchObject([{ level: 'error', details: { error: 'Error: rejected' } }]);
  });
});
