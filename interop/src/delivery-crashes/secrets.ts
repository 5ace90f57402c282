/** What deliveries are signed with at first. */
export const FIRST_SECRET = 'the first secret of the receiver';
/** What a rotation puts in its place. */
export const NEW_SECRET = 'the second secret of the receiver';
