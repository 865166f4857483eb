// The typed API client. Its literal key names method and path in the contract, which determines input and output.
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { impersonation } from '../impersonation.ts';
import { accessToken, refreshTokens, session, tokenOwner } from '../session.ts';
import { denyAccess } from './access-denied.ts';
import { ApiError } from './api-error.ts';
import { send } from './http.ts';
import { publicCalls } from './public-calls.ts';

export type CallKey = keyof Endpoints;
export type ChangingCall = Exclude<CallKey, `GET ${string}`>;
type PartOf<E, Name extends string> = E extends { [N in Name]: infer S } ? S : undefined;
type Field<Name extends string, S> = S extends undefined
  ? unknown
  : Record<never, never> extends InputOf<S>
    ? { [N in Name]?: InputOf<S> }
    : { [N in Name]: InputOf<S> };
type BodyOf<E extends Endpoint> = E extends { multipart: true }
  ? PartOf<E, 'body'> extends undefined
    ? { form: FormData }
    : { form: FormData } | Field<'body', PartOf<E, 'body'>>
  : Field<'body', PartOf<E, 'body'>>;

export type CallOptions<K extends CallKey> = Field<'params', PartOf<Endpoints[K], 'params'>> &
  Field<'query', PartOf<Endpoints[K], 'query'>> &
  BodyOf<Endpoints[K]> & {
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** Lets the request outlive the page. */
    keepalive?: boolean | undefined;
    /** Gives up after half a minute without a response, like a GET. Only for requests that are safe to repeat. */
    isLimited?: boolean;
    /** Made in the user's own name while the page still shows the customer. */
    endsView?: boolean;
  };
/** Filters of a GET request. */
export type QueryOf<K extends CallKey> = InputOf<NonNullable<PartOf<Endpoints[K], 'query'>>>;
export type Answer<K extends CallKey> = OutputOf<Endpoints[K]['output']>;

interface LooseOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
  idempotencyKey?: string;
  signal?: AbortSignal;
  keepalive?: boolean | undefined;
  isLimited?: boolean;
  endsView?: boolean;
}

/** Where a user goes whose account is not set up yet, by error code. */
const setUpPages: Readonly<Record<string, string>> = {
  password_change_required: '/change-password',
  second_factor_setup_required: '/admin/second-factor',
};

function pathOf(template: string, { params = {}, query = {} }: LooseOptions): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

let leavingFor: string | undefined;

/** Opens a set-up page. After a cleared session the router (main.tsx) leads to the login instead. */
function goToSetUp(page: string): void {
  if (leavingFor === page || window.location.pathname === page) return;
  // Calls in flight are refused too, and a second assign would abort the navigation started by the first.
  leavingFor = page;
  setTimeout(() => {
    leavingFor = undefined;
  }, 5_000);
  window.location.assign(page);
}

async function callLoose(method: string, template: string, options: LooseOptions): Promise<unknown> {
  const open = publicCalls[`${method} ${template}`];
  const request = (token: string | undefined) =>
    send({
      method,
      path: pathOf(template, options),
      body: options.body,
      form: options.form,
      token,
      idempotencyKey: options.idempotencyKey,
      signal: options.signal,
      keepalive: options.keepalive,
      isLimited: options.isLimited,
    });
  if (open === 0) return request(undefined);

  const token = accessToken() ?? undefined;
  const owner = tokenOwner(token);
  const here = session();
  // Another user has signed in in another tab, and this tab learns of it a moment later. They did not ask for this change.
  if (
    method !== 'GET' &&
    !open &&
    !options.endsView &&
    here.status === 'signed_in' &&
    owner &&
    owner !== here.user.id
  )
    throw new ApiError(401, '');
  if (!token && open === 1) return request(undefined);
  if (!token) {
    if (!(await refreshTokens())) {
      throw new ApiError(401, 'No access token found');
    }
    return request(accessToken() ?? undefined);
  }
  try {
    return await request(token);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) {
      // Another call, or another tab, may have renewed the token while this one was in flight.
      const renewed = accessToken() !== null && accessToken() !== token ? true : await refreshTokens();
      if (!renewed && !open) throw error;
      // Another user has signed in meanwhile: this is not their request.
      if (!open && owner && tokenOwner() !== owner) throw error;
      return request(accessToken() ?? undefined);
    }
    if (error.status === 403 && !impersonation()) {
      const page = setUpPages[error.code ?? ''];
      if (page) goToSetUp(page);
      else if (method === 'GET') denyAccess();
    }
    throw error;
  }
}

type Listener = (key: ChangingCall, failure?: unknown) => void;
let notifyChange: Listener = () => undefined;

/** Registers the listener that invalidates cached data. The login runs without it, because nothing is cached before the areas behind it load. */
export function onChangingCall(listener: Listener): void {
  notifyChange = listener;
}

export function call<K extends CallKey>(
  key: K,
  ...rest: Record<never, never> extends CallOptions<K>
    ? [options?: CallOptions<K>]
    : [options: CallOptions<K>]
): Promise<Answer<K>> {
  const [method, template] = key.split(' ') as [string, string];
  const answered = callLoose(method, template, (rest[0] ?? {}) as LooseOptions) as Promise<Answer<K>>;
  if (method === 'GET') return answered;
  const changing = key as ChangingCall;
  return answered.then(
    (answer) => {
      notifyChange(changing);
      return answer;
    },
    (failure) => {
      notifyChange(changing, failure);
      throw failure;
    },
  );
}
