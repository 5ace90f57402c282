import { governance } from '../../governance.ts';

/** A real host checks a password first. */
export async function POST(): Promise<Response> {
  const { signIn } = await governance();
  return new Response(null, { status: 204, headers: { 'set-cookie': `${signIn()}; Path=/; HttpOnly; SameSite=Lax` } });
}
