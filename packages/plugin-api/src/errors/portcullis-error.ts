/** The marker of every Portcullis error, by which one copy of the library recognises errors of another copy. */
const ERROR_MARKER = Symbol.for('portcullis.error');

/** The input for a {@link PortcullisError}. */
export interface PortcullisErrorInit {
  /** Stable, machine-readable code such as `PLUGIN_INVALID`. Clients match on this, never on the message. */
  readonly code: string;
  /** One sentence for users: what happened, where, and what to do. Must not contain secret values. */
  readonly message: string;
  /** Structured facts of this occurrence, safe to show and to log. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The error that caused this one. For debugging only; the library never serialises it. */
  readonly cause?: unknown;
  /** The next step for the user who reads the message. */
  readonly help?: string | undefined;
}

/**
 * The base of every error that Portcullis throws on purpose.
 *
 * Any other error that reaches the caller is a defect of Portcullis or of a plugin. Use {@link
 * PortcullisError.isInstance} rather than `instanceof`: a plugin can bring its own copy of this package.
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

  /** Returns whether `value` is a Portcullis error, from this or another copy of the library. */
  static isInstance(value: unknown): value is PortcullisError {
    return typeof value === 'object' && value !== null && ERROR_MARKER in value;
  }

  /** Returns the parts that can leave the process, without the cause and the stack. */
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
