/** The id of the only stage: one account and region. */
export const STAGE = 'account';
