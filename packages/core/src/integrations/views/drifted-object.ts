/** An object that differs from its recorded state, without the difference. */
export interface DriftedObject {
  readonly state: 'missing' | 'changed' | 'extra' | 'unknown';
  readonly kind: string;
  readonly name: string;
}
