import type { StatementStep } from '@portcullis/plugin-api';

type Tolerance = NonNullable<StatementStep['onError']>;

/** What should go is not there: nothing is left to do. */
// biome-ignore lint/suspicious/noThenProperty: the word of the contract; this object is never awaited.
export const GONE_ALREADY: Tolerance = [{ class: 'not-found', then: 'done' }];

/** A courtesy that this account may not do: what follows says whether it was needed. */
// biome-ignore lint/suspicious/noThenProperty: the word of the contract; this object is never awaited.
export const IF_ALLOWED: Tolerance = [{ class: 'missing-grant', then: 'done' }];
