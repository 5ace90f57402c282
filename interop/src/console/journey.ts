import type { Operator } from './operator.ts';
import type { ConsoleHost } from './start-console-host.ts';

/** The environment of a journey. */
export interface TestEnvironment {
  readonly host: ConsoleHost;
  readonly operator: Operator;
  /** Checks the current page of the operator, or of another user. Its problems fail the journey. */
  inspect(name: string, user?: Operator): Promise<void>;
  /** Opens the console again, as another user. */
  anotherUser(): Promise<Operator>;
  /** Calls the API as the administrator, without the console. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** A task of a user, from beginning to end. Each journey continues after the previous one. */
export interface Journey {
  readonly name: string;
  readonly run: (environment: TestEnvironment) => Promise<void>;
}

/** Throws an error with this sentence. */
export function expectThat(condition: boolean, sentence: string): void {
  if (!condition) throw new Error(sentence);
}
