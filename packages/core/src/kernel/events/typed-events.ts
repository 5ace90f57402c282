import { DEFAULT_TENANT } from '../../ports/store/store.ts';

/** The tenant of an event. */
export interface OfTenant {
  /** Absent for the default tenant. */
  readonly tenant?: string;
}

/** Returns the tenant of an event. */
export function ofTenant(tenant: string): OfTenant {
  return tenant === DEFAULT_TENANT ? {} : { tenant };
}

/** The side of an event hub that subscribes to the events of a table. */
export interface TypedEventSource<Events> {
  /** @returns a function that unsubscribes. */
  on<Name extends keyof Events & string>(name: Name, listener: (event: Events[Name] & OfTenant) => void): () => void;
  once<Name extends keyof Events & string>(name: Name, listener: (event: Events[Name] & OfTenant) => void): () => void;
}

/** The side of an event hub that emits the events of a table. */
export interface TypedEventSink<Events> {
  emit<Name extends keyof Events & string>(name: Name, event: Events[Name] & OfTenant): void;
}
