import type { Paint } from '../render/paint.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The input of every command. */
export interface Context {
  readonly terminal: Terminal;
  readonly paint: Paint;
  /** True when the answer is for another program: one JSON document. */
  readonly json: boolean;
}

/** Answers with JSON or for users, as the caller wants it. */
export function answer({ terminal, json }: Context, value: unknown, forPeople: () => string): void {
  terminal.out(json ? `${JSON.stringify(value, undefined, 2)}\n` : forPeople());
}
