import type { FailureClass, FailureClassification } from '@portcullis/plugin-api';

/**
 * The error of a simulated platform's "driver". Like errors of some real drivers, it quotes the sent statement with its
 * secrets, which must never leave the library.
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

/**
 * The `classifyError` of plugins on a simulated platform. It passes the driver's message on, like a careless plugin.
 */
export function classifySimulatedFailure(error: unknown): FailureClassification | undefined {
  if (!(error instanceof SimulatedFailure)) return undefined;
  return { class: error.failureClass, code: error.code, message: error.message };
}
