// Messages for a repeatable request whose response was lost: while its outcome is unknown, and when it turns out to have been done long before.
import { formatDateTime } from '#contract/dates/dates.ts';
import { currentLanguage } from '../language.ts';
import { ApiError, errorMessage, isUnreachable } from './api-error.ts';

const unknownWords = {
  bn: 'উত্তর আসেনি, তাই কাজটি হয়েছে কি না জানা যায়নি। আবার চাপ দিলেও একবারই হবে।',
  en: 'No answer came, so it is not known whether this was done. Pressing again does it only once.',
} as const;

const doneBeforeWords = {
  bn: (when: string) =>
    `এই কাজটি আগেই একবার হয়েছে (${when})। এখন নতুন করে কিছু হয়নি। আরেকবার করতে চাইলে আবার চাপ দিন।`,
  en: (when: string) =>
    `This was already done before (${when}). Nothing was done again now. To do it once more, press again.`,
} as const;

/** The error page of a gateway that timed out. The portal's own refusals have a code. */
const isGatewayPage = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 502 && error.code === undefined;

/** Whether it is unknown if the request was carried out. */
export const isOutcomeUnknown = (error: unknown): boolean => isUnreachable(error) || isGatewayPage(error);

/** Like `errorMessage`, for requests that are safe to repeat: without a response it is unknown whether they failed. */
export const retryableErrorMessage = (error: unknown, otherwise: string): string =>
  isOutcomeUnknown(error) ? unknownWords[currentLanguage()] : errorMessage(error, otherwise);

/** The request repeats one that was already carried out under the same key. The next press does it once more. */
export class AlreadyDoneError extends ApiError {
  readonly at: Date;
  /** The response to the first request. */
  readonly answer: unknown;

  constructor(at: Date, answer: unknown) {
    const language = currentLanguage();
    super(409, { error: doneBeforeWords[language](formatDateTime(at, language)) });
    this.at = at;
    this.answer = answer;
  }
}
