import { governance } from '../../governance.ts';

/** A real host checks a password first. */
export async function POST(): Promise<Response> {
  const { signIn } = await governance();
  // Browsers send a secure cookie over https, and to localhost.
  const cookie = `${signIn()}; Path=/; HttpOnly; Secure; SameSite=Lax`;
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie } });
}
