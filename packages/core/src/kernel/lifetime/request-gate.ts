import { ServiceError } from '../errors/service-error.ts';

/** Lets calls in until it is shut, and knows when the last of them has left. */
export interface RequestGate {
  readonly open: boolean;
  /** The same service behind the request gate: every function counts as a call while it runs. */
  guard<Service extends object>(service: Service): Service;
  /** Closes the gate for new calls. Resolves when all calls have ended, or at the deadline of `giveUp`. */
  shut(giveUp: Promise<void>): Promise<void>;
}

type Call = (...input: readonly unknown[]) => unknown;

/** Makes the request gate of an instance. */
export function createRequestGate(): RequestGate {
  const inside = new Set<Promise<unknown>>();
  let open = true;

  const enter =
    (call: Call): Call =>
    (...input) => {
      if (!open)
        return Promise.reject(
          new ServiceError('CLOSED', 'This instance is closing. Send the request to another node, or later.'),
        );
      const result = call(...input);
      if (!(result instanceof Promise)) return result;
      const done = result.then(
        () => undefined,
        () => undefined,
      );
      inside.add(done);
      void done.then(() => inside.delete(done));
      return result;
    };

  return {
    get open() {
      return open;
    },
    guard: (service) =>
      Object.freeze(
        Object.fromEntries(
          Object.entries(service).map(([name, member]) => [
            name,
            typeof member === 'function' ? enter(member as Call) : member,
          ]),
        ),
      ) as typeof service,
    async shut(giveUp) {
      open = false;
      await Promise.race([Promise.all(inside), giveUp]);
    },
  };
}
