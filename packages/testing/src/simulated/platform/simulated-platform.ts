import type { Clock } from '@portcullis/core';
import type { Actor, FailureClass, ObjectScope, Scalar } from '@portcullis/plugin-api';
import type { CatalogueObject } from './catalogue.ts';
import type { Fault } from './faults.ts';
import type { RecordedStatement } from './recorded-statement.ts';

/**
 * A data platform in memory: servers with databases, accounts, roles and what lives in them. It understands the statements of
 * every plugin that was handed to `simulate`, remembers each of them, and fails as it is told.
 */
export interface SimulatedPlatform {
  /** Every statement so far, in order. */
  readonly statements: readonly RecordedStatement[];
  /** The existing objects, in the order of creation. */
  readonly objects: readonly CatalogueObject[];
  /** Sessions that are not closed. */
  readonly openSessions: number;
  /** Sessions that were ever opened. */
  readonly openedSessions: number;
  /**
   * Returns the existing objects as comparable text, without ids: equal before and after an operation that must leave no
   * trace.
   */
  snapshot(): readonly string[];
  /** Puts something on a server that is not ours, or no longer. */
  plant(object: PlantedObject): CatalogueObject;
  /** Removes an object behind the library's back. */
  lose(object: Pick<CatalogueObject, 'kind' | 'name'>): void;
  /** Changes an object behind the library's back: its values, its mark, its name. */
  tamper(
    object: Pick<CatalogueObject, 'kind' | 'name'>,
    changes: Partial<Pick<CatalogueObject, 'name' | 'mark' | 'values'>>,
  ): void;
  /** Makes statements go wrong. @returns a function that takes the fault back. */
  inject(fault: Fault): () => void;
  /** Refuses connections. @returns a function that accepts them again. */
  refuseConnections(refusal?: ConnectionRefusal): () => void;
  /** Hides objects of a kind from every observation: they become `unknown`. @returns a function that shows them again. */
  hide(kind: string): () => void;
  /**
   * Listens to statements, before and after they take effect; the statement waits for the promise. One that never settles is
   * a process that died there: see `killAt`.
   */
  onStatement(listener: StatementListener): () => void;
  /**
   * Lets the process die at a statement: from there on it never gets an answer again.
   *
   * @param number - counted from now, 1 is the next statement.
   * @returns resolves when the statement is reached.
   */
  killAt(number: number, when: 'before' | 'after'): Promise<void>;
  /** Lets statements take their time before they take effect. @returns a function that ends it. */
  slow(pace: StatementPace): () => void;
  /** Sets the answer to a question that a plugin's test asks. */
  answer(question: string, value: unknown): void;
  /** Lets another host name lead to a server. */
  alias(other: string, server: string): void;
}

/** Something that is put on a simulated platform by hand. */
export interface PlantedObject {
  readonly server: string;
  readonly kind: string;
  readonly name: string;
  /** @default cluster */
  readonly scope?: ObjectScope;
  /** The database it is in. @default none */
  readonly place?: string;
  /** @default null, not ours */
  readonly mark?: string | null;
  readonly values?: Readonly<Record<string, Scalar>>;
  /** The family of the plugin that lists it, for what the host makes at run time. */
  readonly family?: string;
  /** The object that it vanishes with. */
  readonly within?: Pick<CatalogueObject, 'kind' | 'name'>;
  /** The objects that cannot be dropped while it exists. */
  readonly blocks?: readonly Pick<CatalogueObject, 'kind' | 'name'>[];
}

/** The duration of statements. */
export interface StatementPace {
  readonly milliseconds: number;
  /** The clock that passes the time: a test turns it, a benchmark takes the system's. */
  readonly clock: Pick<Clock, 'after'>;
  readonly actor?: Actor;
  readonly stage?: string;
}

/** The connections to refuse, and the error. */
export interface ConnectionRefusal {
  /** `hang`: no answer until the caller gives up. @default network */
  readonly with?: FailureClass | 'hang';
  readonly actor?: Actor;
  readonly stage?: string;
  readonly message?: string;
  /** The number of connections. @default all */
  readonly times?: number;
}

/** Hears of a statement. */
export type StatementListener = (moment: {
  readonly when: 'before' | 'after';
  readonly statement: RecordedStatement;
}) => void | Promise<void>;
