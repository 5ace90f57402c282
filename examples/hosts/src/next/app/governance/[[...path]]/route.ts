import { governance } from '../../../governance.ts';

async function answer(request: Request): Promise<Response> {
  const { handler } = await governance();
  return handler(request);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
