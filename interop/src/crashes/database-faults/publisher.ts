import type { Portcullis } from '@portcullis/core';
import type { HostReport } from './host-protocol.ts';

/** Options of the publisher. */
export interface PublisherOptions {
  /** The prefix of the notifications' tags. */
  readonly name: string;
  readonly perSecond: number;
  readonly count: number;
}

const STEP_MS = 20;
let published = 0;

/**
 * Publishes notifications at a constant rate and reports the accepted ones. Returns a function that stops it, which
 * resolves when all started publications have ended.
 */
export function startPublishing(
  { notifications }: Portcullis,
  { name, perSecond, count }: PublisherOptions,
  send: (report: HostReport) => Promise<void>,
): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  const taken: string[] = [];
  const refused: string[] = [];
  const began = performance.now();
  let sent = 0;

  const report = (): void => {
    if (taken.length > 0) void send({ kind: 'taken', tags: taken.splice(0) });
    if (refused.length > 0) void send({ kind: 'refused', codes: refused.splice(0) });
  };
  const publishOne = async (): Promise<void> => {
    published += 1;
    const tagName = `${name}-${published}`;
    try {
      await notifications.notify({ kind: 'tagCreated', metadata: { tagName } });
      taken.push(tagName);
    } catch (error) {
      refused.push(error instanceof Error && 'code' in error ? String(error.code) : String(error));
    }
  };
  const timer = setInterval(() => {
    const due = Math.min(count, Math.floor(((performance.now() - began) * perSecond) / 1000));
    for (; sent < due; sent += 1) {
      const one = publishOne().finally(() => underWay.delete(one));
      underWay.add(one);
    }
    report();
  }, STEP_MS);

  return async () => {
    sent = count;
    await Promise.all(underWay);
    clearInterval(timer);
    report();
  };
}
