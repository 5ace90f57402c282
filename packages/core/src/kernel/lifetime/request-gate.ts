import { ServiceError } from '../errors/service-error.ts';

/** A gate that admits calls until it is closed, and knows when the last of them has ended. */
export interface RequestGate {
  readonly open: boolean;
  /**
   * Returns the same service behind the gate: every function counts as a call while it runs.
   *
   * @param check - called before each function with its name and input; if it throws, the call rejects. @default none
   */
  guard<Service extends object>(service: Service, check?: CheckCall<Service>): Service;
  /** Closes the gate for new calls. Resolves when all calls have ended, or at the deadline of `timedOut`. */
  shut(timedOut: Promise<void>): Promise<void>;
}

/** Checks a call before it runs. */
type CheckCall<Service extends object> = (name: keyof Service, input: readonly unknown[]) => void;

type Call = (...input: readonly unknown[]) => unknown;

/** Creates the request gate of an instance. */
export function createRequestGate(): RequestGate {
  const inside = new Set<Promise<unknown>>();
  let open = true;

  const enter =
    (call: Call, check?: (input: readonly unknown[]) => void): Call =>
    (...input) => {
      if (!open)
        return Promise.reject(
          new ServiceError('CLOSED', 'This instance is closing. Send the request to another node, or later.'),
        );
      try {
        check?.(input);
      } catch (error) {
        return Promise.reject(error);
      }
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
    guard: (service, check) =>
      Object.freeze(
        Object.fromEntries(
          Object.entries(service).map(([name, member]) => [
            name,
            typeof member === 'function'
              ? enter(member as Call, check && ((input) => check(name as keyof typeof service, input)))
              : member,
          ]),
        ),
      ) as typeof service,
    async shut(timedOut) {
      open = false;
      await Promise.race([Promise.all(inside), timedOut]);
    },
  };
}
