import postgres from 'postgres';

export const sql = postgres(process.env.DATABASE_URL ?? '', { onnotice: () => {} });
export const close = () => sql.end();
