/** The initial secret that signs deliveries. */
export const FIRST_SECRET = 'the first secret of the receiver';
/** The secret after a rotation. */
export const NEW_SECRET = 'the second secret of the receiver';
