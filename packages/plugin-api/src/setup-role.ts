import type { Sql } from './sql/fragment.ts';
import type { Statement } from './sql/render.ts';

/**
 * The account or role for the set-up, with minimal privileges. The privileges themselves come from the objects: the
 * core adds the `grant` of each after `create`, every statement once.
 *
 * @example
 * ```ts
 * {
 *   name: config.username,
 *   runAs: 'a superuser',
 *   stage: 'initial',
 *   create: [{ kind: 'account', text: sql`CREATE USER ${ident(config.username)}`, exists: sql`SELECT 1 FROM users WHERE …` }],
 * }
 * ```
 */
export type SetupRole = {
  /** The name on the platform. */
  readonly name: string;
  /** The account that must run the steps that create it, as users name it: `a superuser`. */
  readonly runAs: string;
} & (
  | {
      /** The stage of the statements. */
      readonly stage: string;
      /** The statements that create it, before it receives the privileges. */
      readonly create: readonly SetupRoleStep[];
    }
  | {
      /** The whole script, for platforms that are not prepared in the language of a dialect. */
      readonly script: SetupScript;
    }
);

/** A statement that creates a set-up role. It is skipped for an existing role, if the dialect has guards. */
export interface SetupRoleStep {
  /** The kind of the created object, in the platform's word: `account`. */
  readonly kind: string;
  readonly text: Statement;
  /** A query that returns at least one row if the role exists. */
  readonly exists: Sql;
}

/** A script in another language. */
export interface SetupScript {
  /** The name for users and syntax highlighting: `Shell`. */
  readonly language: string;
  /** The extension of the file name, without the dot. */
  readonly fileExtension: string;
  readonly text: string;
}
