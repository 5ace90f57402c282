/** The side of an event hub that subscribes to the events of a table. */
export interface TypedEventSource<Events> {
  /** @returns a function that unsubscribes. */
  on<Name extends keyof Events & string>(name: Name, listener: (event: Events[Name]) => void): () => void;
  once<Name extends keyof Events & string>(name: Name, listener: (event: Events[Name]) => void): () => void;
}

/** The side of an event hub that emits the events of a table. */
export interface TypedEventSink<Events> {
  emit<Name extends keyof Events & string>(name: Name, event: Events[Name]): void;
}
