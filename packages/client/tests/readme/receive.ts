import { verifyWebhook, WebhookRefusedError } from '@portcullis/client/webhooks';

export async function receive(request: Request): Promise<Response> {
  try {
    const { id, text } = verifyWebhook({
      body: new Uint8Array(await request.arrayBuffer()),
      headers: request.headers,
      secret: process.env.WEBHOOK_SECRET ?? '',
    });
    console.log(id, text);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookRefusedError) return new Response(null, { status: 401 });
    throw error;
  }
}
