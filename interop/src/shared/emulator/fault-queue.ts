/** The faults that tests inject into an emulator, and the requests that hang because of them. */
export interface FaultQueue<Fault, Hanging> {
  /** Injects a fault into the next request or statement whose text matches. */
  failNext(pattern: string, fault: Fault): void;
  /** Injects a fault into all further ones that match. */
  failAlways(pattern: string, fault: Fault): void;
  /** Returns the fault of a text. A fault of {@link failNext} occurs once. */
  take(text: string): Fault | undefined;
  /** Returns the fault of a text, if it is of a kind that the caller accepts. */
  take<Accepted extends Fault>(text: string, accepts: (fault: Fault) => fault is Accepted): Accepted | undefined;
  /** Resolves with the next request that hangs. */
  hung(): Promise<Hanging>;
  /** Reports a request that hangs. */
  onHang(hanging: Hanging): void;
}

/**
 * Creates an empty queue.
 *
 * @param matches - @default the text begins with the pattern
 */
export function createFaultQueue<Fault, Hanging>(
  matches = (text: string, pattern: string): boolean => text.startsWith(pattern),
): FaultQueue<Fault, Hanging> {
  const faults: { readonly pattern: string; readonly fault: Fault; readonly lasts: boolean }[] = [];
  const waiting: ((hanging: Hanging) => void)[] = [];
  return {
    failNext: (pattern, fault) => void faults.push({ pattern, fault, lasts: false }),
    failAlways: (pattern, fault) => void faults.push({ pattern, fault, lasts: true }),
    take(text: string, accepts: (fault: Fault) => boolean = () => true) {
      const found = faults.find(({ pattern, fault }) => matches(text, pattern) && accepts(fault));
      if (found && !found.lasts) faults.splice(faults.indexOf(found), 1);
      return found?.fault as never;
    },
    hung: () => new Promise((resolve) => waiting.push(resolve)),
    onHang(hanging) {
      for (const resolve of waiting.splice(0)) resolve(hanging);
    },
  };
}
