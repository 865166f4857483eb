// What the portal answers, by the declaration of the call.
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

/** `/account/orders/:id/`, and an address with a variable in the place of `:id` → `/account/orders/:/`. */
type ShapeOf<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? `${SegmentOf<Segment>}/${ShapeOf<Rest>}`
  : SegmentOf<Path>;

type ByShape = { [K in keyof Endpoints as ShapeOf<K>]: Endpoints[K] };

type WithoutQuery<Address extends string> = Address extends `${infer Path}?${string}` ? Path : Address;

/** Of a call that no declaration is found for as the test writes it: its assertions say what the answer is, the compiler says nothing. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler would refuse every look into it
export type Unchecked = any;

/** A refusal has these, whatever the call. */
export interface Refusal {
  code?: string;
  error?: string;
  detail?: string;
}

/** What is declared as anything stays so. */
type WithRefusal<Output> = unknown extends Output ? Unchecked : Output & Refusal;

type BodyOfShape<Shape> = Shape extends keyof ByShape
  ? WithRefusal<ParsedOf<ByShape[Shape]['output']>>
  : Unchecked;

export type BodyOf<
  Method extends string,
  Address extends string,
> = BodyOfShape<`${Method} ${ShapeOf<WithoutQuery<Address>>}`>;
