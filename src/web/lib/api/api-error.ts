// The error of a refused or failed request, and its message for the screen.
import { currentLanguage } from '../language.ts';

export const offlineMessage = {
  bn: 'সংযোগ পাওয়া যাচ্ছে না। ইন্টারনেট দেখে আবার চেষ্টা করুন।',
  en: 'No connection. Check the internet and try again.',
} as const;

interface ErrorBody {
  [field: string]: unknown;
}

export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  readonly body: unknown;
  /** Messages by field name, from a 400 response that names fields. */
  readonly fields: Record<string, string>;

  constructor(status: number, body: unknown) {
    super(messageOf(body));
    this.status = status;
    this.body = body;
    const record = asRecord(body);
    this.code = typeof record?.code === 'string' ? record.code : undefined;
    this.fields = record && !hasOwnMessage(record) ? fieldsOf(record) : {};
  }

  /** Seconds to wait before trying again, if the refusal says so. */
  get waitSeconds(): number | undefined {
    const seconds = asRecord(this.body)?.seconds;
    return typeof seconds === 'number' && seconds > 0 ? seconds : undefined;
  }

  /** The server's own text in `error`, if any. */
  get serverError(): string | undefined {
    const error = asRecord(this.body)?.error;
    return typeof error === 'string' && error !== '' ? error : undefined;
  }
}

function asRecord(body: unknown): ErrorBody | undefined {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as ErrorBody) : undefined;
}

function hasOwnMessage(record: ErrorBody): boolean {
  return ['detail', 'message', 'error'].some((key) => typeof record[key] === 'string');
}

function joined(value: unknown): string {
  return Array.isArray(value) ? value.map(joined).join(', ') : typeof value === 'string' ? value : '';
}

function fieldsOf(record: ErrorBody): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record)
      .map(([field, value]) => [field, joined(value)] as const)
      .filter(([, text]) => text !== ''),
  );
}

/** Takes the message of a refusal from the first of these places that has one (specification 1, section 8). */
export function messageOf(body: unknown): string {
  if (Array.isArray(body)) return joined(body) || 'Request failed';
  if (typeof body === 'string') return body.trim() === '' || body.startsWith('<') ? 'Request failed' : body;
  const record = asRecord(body);
  if (!record) return 'Request failed';
  if (Array.isArray(record.error)) return joined(record.error);
  for (const key of ['detail', 'message', 'error']) {
    const value = record[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  const lines = Object.entries(fieldsOf(record)).map(([field, text]) => `${field}: ${text}`);
  return lines.join(', ') || 'Request failed';
}

/** Whether `fetch` failed without a response. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError;

/**
 * Returns the message of a failure, or `otherwise` if it has none. Field names are left out because they are not in the screen's language. If there
 * was no response, the message also says what to do.
 */
export function errorMessage(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) {
    const ofFields = Object.values(error.fields);
    if (ofFields.length > 0) return ofFields.join(', ');
    return error.message === 'Request failed' ? otherwise : error.message;
  }
  if (!isUnreachable(error)) return otherwise;
  return [otherwise, offlineMessage[currentLanguage()]].filter(Boolean).join(' · ');
}
