import type { FailureClass, FailureClassification } from '@portcullis/plugin-api';

/**
 * What the "driver" of a simulated platform rejects with. Like some real drivers it quotes the statement that it sent, with
 * everything that was in it: whatever the library does with errors, that text must not get out.
 */
export class SimulatedFailure extends Error {
  readonly failureClass: FailureClass;
  /** The vendor's code, `SIM-MISSING-GRANT`. */
  readonly code: string;

  constructor(failureClass: FailureClass, message: string, code = `SIM-${failureClass.toUpperCase()}`) {
    super(message);
    this.name = 'SimulatedFailure';
    this.failureClass = failureClass;
    this.code = code;
  }
}

/** The `classifyError` of plugins on a simulated platform. It hands the driver's words on, as a careless plugin would. */
export function classifySimulatedFailure(error: unknown): FailureClassification | undefined {
  if (!(error instanceof SimulatedFailure)) return undefined;
  return { class: error.failureClass, code: error.code, message: error.message };
}
