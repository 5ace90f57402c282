/** A fault that changes nothing a test could see, and why. */
export interface ExplainedFault {
  /** The end of the path of the file. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly why: string;
}

/** The faults that are left alone. A fault that is not here and that no test notices is a test that is missing. */
export const EXPLAINED: readonly ExplainedFault[] = [
  {
    file: 'definition-checks/check-drop-order.ts',
    before: 'nested.length > 0',
    after: 'nested.length > 1',
    why: 'A circle names its first key again at its end, so it never has one name.',
  },
];
