/** A response of AWS: status, body, headers. */
export interface EmulatorResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal by its code. Statuses: S3 API reference, "Error responses"; STS and IAM API references, "Common Errors". */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const REQUEST = '<RequestId>4442587FB7D0A2F9</RequestId>';

/** Escapes text for XML. */
export function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An element that contains text or markup. */
export function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

/** A success. */
export function success(body: string, headers: Readonly<Record<string, string>> = {}): EmulatorResponse {
  return { status: 200, body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`, headers };
}

/** A refusal in the form of each service. */
export function refusalResponse(
  service: 'query' | 's3' | 's3Control',
  { status, code, message }: Refusal,
): EmulatorResponse {
  const error = `${element('Code', code)}${element('Message', xml(message))}`;
  const bodies = {
    query: `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>${error}</Error>${REQUEST}</ErrorResponse>`,
    s3: `<Error>${error}${REQUEST}<HostId>host</HostId></Error>`,
    s3Control: `<ErrorResponse><Error>${error}</Error>${REQUEST}<HostId>host</HostId></ErrorResponse>`,
  };
  return { status, body: `<?xml version="1.0" encoding="UTF-8"?>\n${bodies[service]}` };
}
