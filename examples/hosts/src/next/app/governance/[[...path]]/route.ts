import { governance } from '../../../governance.ts';

async function respond(request: Request): Promise<Response> {
  const { handler } = await governance();
  return handler(request);
}

export {
  respond as DELETE,
  respond as GET,
  respond as HEAD,
  respond as OPTIONS,
  respond as PATCH,
  respond as POST,
  respond as PUT,
};
