/** The id of the one stage: everything happens in one account and region. */
export const STAGE = 'account';
