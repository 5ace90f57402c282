import { createContext } from 'preact';
import type { Values } from './field.ts';

/** The state that the fields of a form share. */
export interface FormState {
  readonly values: Values;
  readonly change: (path: string, value: string | boolean) => void;
  /** The problems that the service reports for fields, by path. */
  readonly issues: ReadonlyMap<string, string>;
  /** First parts of paths that cannot be changed any more. */
  readonly fixed: ReadonlySet<string>;
  /** Secrets that the service keeps when they are left empty. */
  readonly stored: ReadonlySet<string>;
}

/** The form around a field. */
export const FormContext = createContext<FormState>({
  values: {},
  change: () => undefined,
  issues: new Map(),
  fixed: new Set(),
  stored: new Set(),
});
