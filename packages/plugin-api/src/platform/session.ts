import type { StepAction } from './script-section.ts';

/** One operation, ready to be executed. Its `text` is safe to show; only the result of `reveal()` contains secrets. */
export type ExecutableOperation =
  | {
      readonly kind: 'statement';
      /** The canonical text, for logs. */
      readonly text: string;
      /**
       * Returns the text to send, with secrets filled in. Call it right before the driver and do not store the
       * result.
       */
      reveal(): string;
    }
  | {
      readonly kind: 'command';
      /** The command as scripts print it, for logs. */
      readonly text: string;
      /** Returns the arguments to send, with secrets filled in: as `command()` got them, without quotes. */
      reveal(): readonly string[];
    }
  | {
      readonly kind: 'call';
      readonly text: string;
      /** The name of the call, such as `datasets.insert`. */
      readonly call: string;
      /** The input to send, secrets filled in. */
      reveal(): Readonly<Record<string, unknown>>;
    };

/** The change that an operation belongs to. The undo of a creation is a drop, and the other way round. */
export interface OperationChange {
  readonly action: StepAction;
  readonly objectKey: string;
}

/** The result of an operation. */
export interface OperationResult {
  /** Platform ids and other scalars that later operations or the ledger need. Never secrets. */
  readonly outputs?: Readonly<Record<string, string>>;
}

/**
 * An open connection to the platform on one stage, as one actor. A plugin's own session type extends it with what its
 * tests and observations need (`query`, a client).
 *
 * A session has one caller at a time. It is closed once, also after an error or an abort.
 */
export interface Session {
  /**
   * Executes one operation. Rejects with the driver's own error, which the core classifies.
   *
   * @param options.signal - aborted at the deadline or at shut-down; must abort the request on the network, too.
   * @param options.change - the change that it belongs to; absent if it belongs to none, such as a switch of roles.
   */
  run(
    operation: ExecutableOperation,
    options: { readonly signal: AbortSignal; readonly change?: OperationChange },
  ): Promise<OperationResult>;
  /** Closes the connection. Never rejects. */
  close(): Promise<void>;
}
