import type { FailureClass, FailureClassification } from '@portcullis/plugin-api';

/**
 * The error of a simulated platform's "driver". Like some real drivers it quotes the sent statement, secrets included: that
 * text must never leave the library.
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
