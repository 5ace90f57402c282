import type { Replayed } from '@portcullis/core';

/** The response of an operation, before it is a `Response`. */
export interface RouteResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Serialised as JSON, unless `text` is set. */
  readonly body?: unknown;
  /** A body that is already JSON, as bytes. */
  readonly json?: Uint8Array<ArrayBuffer>;
  /** A body that is not JSON, in the negotiated media type. */
  readonly text?: { readonly mediaType: string; readonly content: string };
  /** A streamed body. */
  readonly stream?: { readonly mediaType: string; readonly content: ReadableStream<Uint8Array> };
}

/** 200 with a JSON body. */
export function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): RouteResponse {
  return { status: 200, headers, body };
}

/** 201 with a JSON body. */
export function created(body: unknown, headers: Readonly<Record<string, string>> = {}): RouteResponse {
  return { status: 201, headers, body };
}

/** Marks the response of an earlier request with the same Idempotency-Key. */
const REPLAYED = { 'idempotent-replayed': 'true' } as const;

/** 201 with a JSON body, marked if it is a repeated response. */
export function createdOnce(
  { replayed, ...body }: object & Replayed,
  headers: Readonly<Record<string, string>> = {},
): RouteResponse {
  return created(body, { ...headers, ...(replayed ? REPLAYED : {}) });
}

/** For responses to one caller, and for errors: no cache may store them. */
export const NO_STORE = { 'cache-control': 'no-store' } as const;
