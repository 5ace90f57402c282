import type { Clock } from '@portcullis/core';
import type { Actor, FailureClass, ObjectScope, Scalar } from '@portcullis/plugin-api';
import type { CatalogueObject } from './catalogue.ts';
import type { Fault } from './faults.ts';
import type { RecordedStatement } from './recorded-statement.ts';

/**
 * A data platform in memory: servers with databases, accounts, roles and their contents. It understands the
 * statements of every plugin that was passed to `simulate`, records each of them, and fails on demand.
 */
export interface SimulatedPlatform {
  /** Every statement so far, in order. */
  readonly statements: readonly RecordedStatement[];
  /** The existing objects, in the order of creation. */
  readonly objects: readonly CatalogueObject[];
  /** Sessions that are not closed. */
  readonly openSessions: number;
  /** Number of sessions opened so far. */
  readonly openedSessions: number;
  /**
   * Returns the existing objects as comparable text, without ids. Compare it before and after an operation that must
   * leave no trace.
   */
  snapshot(): readonly string[];
  /** Adds an object to a server: a foreign one, or one with a given mark. */
  plant(object: PlantedObject): CatalogueObject;
  /** Removes an object without the library. */
  lose(object: Pick<CatalogueObject, 'kind' | 'name'>): void;
  /** Changes an object without the library: its values, its mark, its name. */
  tamper(
    object: Pick<CatalogueObject, 'kind' | 'name'>,
    changes: Partial<Pick<CatalogueObject, 'name' | 'mark' | 'values'>>,
  ): void;
  /** Makes statements fail. @returns a function that removes the fault. */
  inject(fault: Fault): () => void;
  /** Refuses connections. @returns a function that accepts them again. */
  refuseConnections(refusal?: ConnectionRefusal): () => void;
  /** Hides objects of a kind from every observation: they become `unknown`. @returns a function that shows them again. */
  hide(kind: string): () => void;
  /**
   * Adds a listener to statements, called before and after they take effect. The statement waits for the returned
   * promise. A promise that never settles simulates a crash of the process at that point: see `killAt`.
   */
  onStatement(listener: StatementListener): () => void;
  /**
   * Kills the process at a statement: from then on it never gets a response.
   *
   * @param number - counted from now, 1 is the next statement.
   * @returns a promise that resolves when the statement is reached.
   */
  killAt(number: number, when: 'before' | 'after'): Promise<void>;
  /** Delays statements before they take effect. @returns a function that ends the delay. */
  slow(pace: StatementPace): () => void;
  /** Sets the response to a query of a plugin's test. */
  answer(question: string, value: unknown): void;
  /** Adds an alias of a server. */
  alias(other: string, server: string): void;
}

/** An object that is added to a simulated platform manually. */
export interface PlantedObject {
  readonly server: string;
  readonly kind: string;
  readonly name: string;
  /** @default cluster */
  readonly scope?: ObjectScope;
  /** The database of the object. @default none */
  readonly place?: string;
  /** @default null, foreign */
  readonly mark?: string | null;
  readonly values?: Readonly<Record<string, Scalar>>;
  /** The family of the plugin that lists it, for a runtime object of the host. */
  readonly family?: string;
  /** The object whose drop removes it. */
  readonly within?: Pick<CatalogueObject, 'kind' | 'name'>;
  /** The objects that cannot be dropped while it exists. */
  readonly blocks?: readonly Pick<CatalogueObject, 'kind' | 'name'>[];
}

/** The duration of statements. */
export interface StatementPace {
  readonly milliseconds: number;
  /** The clock of the delay: a fake clock in tests, the system's in benchmarks. */
  readonly clock: Pick<Clock, 'after'>;
  readonly actor?: Actor;
  readonly stage?: string;
}

/** The connections to refuse, and the error. */
export interface ConnectionRefusal {
  /** `hang`: no response until the caller aborts. @default network */
  readonly with?: FailureClass | 'hang';
  readonly actor?: Actor;
  readonly stage?: string;
  readonly message?: string;
  /** The number of connections. @default all */
  readonly times?: number;
}

/** Receives a statement. */
export type StatementListener = (moment: {
  readonly when: 'before' | 'after';
  readonly statement: RecordedStatement;
}) => void | Promise<void>;
