/** The secret that signs deliveries at first. */
export const FIRST_SECRET = 'the first secret of the receiver';
/** The secret that a rotation sets in its place. */
export const NEW_SECRET = 'the second secret of the receiver';
