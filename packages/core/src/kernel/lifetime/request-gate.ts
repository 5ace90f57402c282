import { ServiceError } from '../errors/service-error.ts';

/** A gate that admits calls until it is closed, and knows when the last of them has ended. */
export interface RequestGate {
  readonly isOpen: boolean;
  /**
   * Runs a call, which counts while it runs. Returns its result; a promise that rejects with `INSTANCE_CLOSED` once the gate is closed, or with
   * what `check` throws.
   */
  admit(call: () => unknown, check?: () => void): unknown;
  /**
   * Returns the same service behind the gate: every function counts as a call while it runs.
   *
   * @param check - called before each function with its name and input; if it throws, the call rejects. @default none
   */
  guard<Service extends object>(service: Service, check?: CheckCall<Service>): Service;
  /** Closes the gate for new calls. Resolves when all calls have ended, or at the deadline of `timedOut`. */
  close(timedOut: Promise<void>): Promise<void>;
}

/** Checks a call before it runs. */
type CheckCall<Service extends object> = (name: keyof Service, input: readonly unknown[]) => void;

type Call = (...input: readonly unknown[]) => unknown;

/** Creates the request gate of an instance. */
export function createRequestGate(): RequestGate {
  let running = 0;
  let isOpen = true;
  const whenEmpty: (() => void)[] = [];

  const leave = (): void => {
    running -= 1;
    if (running === 0) for (const resolve of whenEmpty.splice(0)) resolve();
  };

  const admit = (call: () => unknown, check?: () => void): unknown => {
    if (!isOpen) {
      return Promise.reject(
        new ServiceError('INSTANCE_CLOSED', 'This instance is closing. Send the request to another node, or later.'),
      );
    }
    try {
      check?.();
    } catch (error) {
      return Promise.reject(error);
    }
    const result = call();
    if (!(result instanceof Promise)) return result;
    running += 1;
    void result.then(leave, leave);
    return result;
  };

  return {
    get isOpen() {
      return isOpen;
    },
    admit,
    guard: (service, check) =>
      Object.freeze(
        Object.fromEntries(
          Object.entries(service).map(([name, member]) => [
            name,
            typeof member === 'function'
              ? (...input: readonly unknown[]) =>
                  admit(() => (member as Call)(...input), check && (() => check(name as keyof typeof service, input)))
              : member,
          ]),
        ),
      ) as typeof service,
    async close(timedOut) {
      isOpen = false;
      const empty = running === 0 ? undefined : new Promise<void>((resolve) => whenEmpty.push(resolve));
      await Promise.race([empty, timedOut]);
    },
  };
}
