import type { EventSource } from '@portcullis/core';
import { say } from './say.ts';

/** Prints each change of an integration's status. */
export function printEvents(events: EventSource): void {
  events.on('integration.status', ({ integrationId, type, from, to, reason }) => {
    const change = from === null ? to : `${from} -> ${to}`;
    say('integration', `${integrationId} (${type}) ${change}${reason === undefined ? '' : `: ${reason}`}`);
  });
}
