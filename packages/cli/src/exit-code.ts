/** The exit codes of the process, for scripts. */
export const EXIT_CODE = {
  /** The command succeeded. */
  done: 0,
  /** A requested test, set-up or delivery failed. */
  failed: 1,
  /** The command line or a file is invalid, here or for the service. */
  usage: 2,
  /** `apply --dry-run` would change something. */
  pending: 3,
  /** No service responded, or it does not know the key. */
  unreachable: 4,
  /** The user pressed Ctrl-C. */
  interrupted: 130,
} as const;

/** One of {@link EXIT_CODE}. */
export type ExitCode = (typeof EXIT_CODE)[keyof typeof EXIT_CODE];
