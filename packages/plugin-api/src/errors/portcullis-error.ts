/** The marker that every Portcullis error carries, so that errors of two copies of the library recognise each other. */
const ERROR_MARKER = Symbol.for('portcullis.error');

/** The input for a {@link PortcullisError}. */
export interface PortcullisErrorInit {
  /** Stable, machine-readable code such as `PLUGIN_INVALID`. Clients match on this, never on the message. */
  readonly code: string;
  /** One sentence for users: what happened, where, and what to do. Must not contain secret values. */
  readonly message: string;
  /** Structured facts of this occurrence, safe to show and to log. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The error that caused this one. Kept for debuggers; never serialised by the library. */
  readonly cause?: unknown;
  /** The next step for the user who reads the message. */
  readonly help?: string | undefined;
}

/**
 * The base of every error that Portcullis throws on purpose.
 *
 * Anything else that escapes is a defect of Portcullis or of a plugin.
 * Use {@link PortcullisError.isInstance} rather than `instanceof`: a plugin can bring its own copy of this package.
 */
export class PortcullisError extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly help: string | undefined;

  constructor(init: PortcullisErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = new.target.name;
    this.code = init.code;
    this.details = init.details;
    this.help = init.help;
    Object.defineProperty(this, ERROR_MARKER, { value: true });
  }

  /** Returns whether `value` is a Portcullis error, of this copy of the library or of another one. */
  static isInstance(value: unknown): value is PortcullisError {
    return typeof value === 'object' && value !== null && ERROR_MARKER in value;
  }

  /** The parts that can leave the process: never the cause, never the stack. */
  toJSON(): { name: string; code: string; message: string; details?: unknown; help?: string } {
    return {
      name: this.name,
      code: this.code,
      message: this.message,
      ...(this.details === undefined ? {} : { details: this.details }),
      ...(this.help === undefined ? {} : { help: this.help }),
    };
  }
}
