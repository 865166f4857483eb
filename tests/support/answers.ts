// The types of the portal's responses, from the declaration of each call.
import type { ParsedOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';

type IsPattern<S extends string> = Record<never, never> extends Record<S, 1> ? true : false;

type SegmentOf<S extends string> = S extends `:${string}`
  ? ':'
  : S extends ''
    ? ''
    : IsPattern<S> extends true
      ? ':'
      : S;

/** Converts `/account/orders/:id/`, and a path with a variable in place of `:id`, to `/account/orders/:/`. */
type ShapeOf<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? `${SegmentOf<Segment>}/${ShapeOf<Rest>}`
  : SegmentOf<Path>;

type ByShape = { [K in keyof Endpoints as ShapeOf<K>]: Endpoints[K] };

type WithoutQuery<Address extends string> = Address extends `${infer Path}?${string}` ? Path : Address;

/** For calls whose declaration cannot be found from how the test writes them: assertions check the response, not the compiler. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler would refuse every look into it
export type Unchecked = any;

/** The fields of every error response. */
export interface Refusal {
  code?: string;
  error?: string;
  detail?: string;
}

/** What is declared as `any` stays `any`. */
type WithRefusal<Output> = unknown extends Output ? Unchecked : Output & Refusal;

type BodyOfShape<Shape> = Shape extends keyof ByShape
  ? WithRefusal<ParsedOf<ByShape[Shape]['output']>>
  : Unchecked;

export type BodyOf<
  Method extends string,
  Address extends string,
> = BodyOfShape<`${Method} ${ShapeOf<WithoutQuery<Address>>}`>;
