import type { Operator } from './operator.ts';
import type { ConsoleHost } from './start-console-host.ts';

/** The environment of a journey. */
export interface TestEnvironment {
  readonly host: ConsoleHost;
  readonly operator: Operator;
  /** Looks at the page as it is; throws where something is wrong with it. */
  inspect(name: string): Promise<void>;
  /** Opens the console anew, as another user. */
  anotherUser(): Promise<Operator>;
  /** Calls the API past the console, as the administrator. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** Something that a user wants, from beginning to end. They follow on each other. */
export interface Journey {
  readonly name: string;
  readonly run: (environment: TestEnvironment) => Promise<void>;
}

/** Fails with a sentence. */
export function expectThat(condition: boolean, sentence: string): void {
  if (!condition) throw new Error(sentence);
}
