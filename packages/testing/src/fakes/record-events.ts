import type { EventSource, PortcullisEventName, PortcullisEvents } from '@portcullis/core';

/** An event as a listener received it. */
export type RecordedEvent = {
  readonly [Name in PortcullisEventName]: { readonly name: Name; readonly event: PortcullisEvents[Name] };
}[PortcullisEventName];

/** Recorded events. */
export interface EventRecording {
  /** In order of arrival. */
  readonly entries: readonly RecordedEvent[];
  /** Returns the events of one name. */
  of<Name extends PortcullisEventName>(name: Name): readonly PortcullisEvents[Name][];
  stop(): void;
}

/** Records the events of some names: `recordEvents(portcullis.events, ['integration.status'])`. */
export function recordEvents(source: EventSource, names: readonly PortcullisEventName[]): EventRecording {
  const entries: RecordedEvent[] = [];
  const offs = names.map((name) => source.on(name, (event) => void entries.push({ name, event } as RecordedEvent)));
  return {
    entries,
    of: <Name extends PortcullisEventName>(name: Name) =>
      entries.filter((entry) => entry.name === name).map(({ event }) => event as PortcullisEvents[Name]),
    stop() {
      for (const off of offs) off();
    },
  };
}
