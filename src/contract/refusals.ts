// The error codes that an endpoint may respond with: those of its declaration, and those that follow from its properties.
import { rights } from './access.ts';
import { type Endpoint, isClosedToImpersonation } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

/** Possible for every request: the database or the storage may be down, a path malformed, a limit reached. */
const ofEveryCall = [
  'invalid_request',
  'too_many_requests',
  'storage_unavailable',
  'busy',
  'internal',
] as const;

const isOpen = ({ access }: Endpoint) =>
  access === 'public' || access === 'optional' || access === 'optional_document';

/** Error codes of the admission checks and the parser, which declarations don't repeat. */
export function commonRefusals(endpoint: Endpoint): ErrorCode[] {
  const { access, setUp = [] } = endpoint;
  const isRead = endpoint.methods.every((method) => method === 'GET');
  const takesFile = endpoint.file !== undefined;
  return [
    ...ofEveryCall,
    ...(isOpen(endpoint) ? [] : (['not_signed_in'] as const)),
    ...(access === 'public' || setUp.includes('password') ? [] : (['password_change_required'] as const)),
    ...(access === 'public' || setUp.includes('second_factor')
      ? []
      : (['second_factor_setup_required'] as const)),
    // Requests that change anything are also rejected from pages of other hosts.
    ...(Object.hasOwn(rights, access) || !isRead ? (['not_allowed'] as const) : []),
    ...(isClosedToImpersonation(endpoint) ? (['view_read_only'] as const) : []),
    ...(endpoint.refusesNavigation ? (['plain_navigation'] as const) : []),
    ...(endpoint.params ? (['not_found'] as const) : []),
    'unsupported_media_type',
    takesFile ? 'file_too_large' : 'body_too_large',
    ...(isRead ? [] : (['malformed_json', 'body_too_large'] as const)),
    ...(endpoint.idempotent ? (['idempotency_key_reused'] as const) : []),
  ];
}

/** Lists every error code that an endpoint may respond with, each once. */
export const refusalsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set([...commonRefusals(endpoint), ...(endpoint.errors ?? [])]),
];
