/** The error of a result that differs from the demo's expectation. */
export class ExpectationFailed extends Error {
  override readonly name = 'ExpectationFailed';
  readonly expected: unknown;
  readonly got: unknown;

  constructor(what: string, expected: unknown, got: unknown) {
    super(what);
    this.expected = expected;
    this.got = got;
  }
}
