// Presents orders. Encrypted values are decrypted here and nowhere else in the module.
import { isStaff } from '#contract/access.ts';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import type { Answers } from '#contract/catalogue/form-rules.ts';
import { maskNumber, maskNumbersIn } from '#contract/mask.ts';
import { formatDecimal } from '#contract/money.ts';
import type { Order, Question } from '#contract/orders/calls.ts';
import type { OrderStatus } from '#contract/orders/flow.ts';
import type { QuestionKind } from '#contract/orders/rules.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Vault } from '../platform/vault.ts';
import { numberPurpose, textPurpose } from './orders.personal.ts';
import type { OrderRow } from './orders.queries.ts';

export type Presenter = ReturnType<typeof createPresenter>;

export interface TimelineWords {
  readonly what: string;
  readonly note: string;
  readonly note_sealed: Buffer | null;
  readonly question_sealed: Buffer | null;
  readonly answer_sealed: Buffer | null;
}

interface TimelineActor {
  readonly actor_id: number | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly roles: readonly string[] | null;
}

const openPair = (vault: Vault, row: Pick<OrderRow, 'nid_pair_sealed'>) =>
  row.nid_pair_sealed
    ? (JSON.parse(vault.openText(row.nid_pair_sealed, numberPurpose)) as { ten: string; seventeen: string })
    : undefined;

/** Decrypts the numbers that an order is about, unmasked. */
function numbersOf(vault: Vault, row: Pick<OrderRow, 'nid_pair_sealed' | 'number_sealed'>) {
  const pair = openPair(vault, row);
  return {
    number: pair ? '' : vault.openText(row.number_sealed, numberPurpose),
    ten_digit_nid: pair?.ten ?? null,
    seventeen_digit_nid: pair?.seventeen ?? null,
  };
}

/** Presents the newest question and its answer. */
function questionOf(vault: Vault, row: OrderRow): Question | null {
  if (row.question_id === null || !row.question_sealed || !row.asked_at) return null;
  return {
    id: row.question_id,
    kind: row.question_kind as QuestionKind,
    text: vault.openText(row.question_sealed, textPurpose),
    asked_on: row.asked_at.toISOString(),
    answered_on: row.answered_at?.toISOString() ?? null,
    answer: row.answer_sealed ? vault.openText(row.answer_sealed, textPurpose) : null,
    file: row.answer_code ? `/file/${row.answer_code}/` : null,
    file_name: row.answer_name,
  };
}

/** Returns what the order waits for, if its newest question has no answer yet. */
const waitingFor = (question: Question | null): Order['waiting'] =>
  question && question.answered_on === null ? { question: question.text, since: question.asked_on } : null;

/** Decrypts the answers to the owner's form; null for an order without one, and after an erasure. */
const formOf = (vault: Vault, { form_id: id, answers_sealed: sealed }: OrderRow) =>
  id === null || sealed === null
    ? undefined
    : { id, answers: JSON.parse(vault.openText(sealed, textPurpose)) as Answers };

/** Returns the text of a timeline entry: its note, or the question or answer that it is about. */
function timelineWords(
  vault: Vault,
  { what, note, note_sealed, question_sealed, answer_sealed }: TimelineWords,
  isWhole: boolean,
): string {
  const sealed = what === 'ask' ? question_sealed : what === 'answer' ? answer_sealed : note_sealed;
  const words = sealed ? vault.openText(sealed, textPurpose) : note;
  return isWhole ? words : maskNumbersIn(words);
}

/** Presents the person behind a timeline entry; null for the portal itself. */
export const actorOf = ({ actor_id: id, first_name, last_name, roles }: TimelineActor) =>
  id === null
    ? null
    : {
        id,
        name: fullNameOf({ first_name: first_name ?? '', last_name: last_name ?? '' }),
        is_staff: isStaff(roles ?? []),
      };

function present(vault: Vault, row: OrderRow, numbers: ReturnType<typeof numbersOf>): Order {
  const question = questionOf(vault, row);
  return {
    id: row.id,
    service: {
      id: row.service_id,
      name: row.service_name,
      name_en: row.service_name_en,
      code: row.service_code,
    },
    sub_type: { id: row.sub_type_id, name: row.sub_type_name, name_en: row.sub_type_name_en },
    name: row.name,
    nid_or_form_num_or_for_biometric_or_location: numbers.number,
    ten_digit_nid: numbers.ten_digit_nid,
    seventeen_digit_nid: numbers.seventeen_digit_nid,
    status: row.status as OrderStatus,
    note: row.note,
    staff_note: row.staff_note,
    charge: formatDecimal(row.price_paisa),
    refunded: formatDecimal(row.refunded_paisa),
    text_content: row.text_content_sealed ? vault.openText(row.text_content_sealed, textPurpose) : null,
    file: row.file_code ? `/file/${row.file_code}/` : null,
    file_name: row.file_name,
    operator: row.operator_id
      ? {
          id: row.operator_id,
          name: fullNameOf({
            first_name: row.operator_first_name ?? '',
            last_name: row.operator_last_name ?? '',
          }),
        }
      : null,
    question,
    waiting: waitingFor(question),
    due_on: row.due_on.toISOString(),
    created_on: row.created_on.toISOString(),
    updated_on: row.updated_on.toISOString(),
    user: {
      id: row.customer_id,
      first_name: row.first_name,
      last_name: row.last_name,
      username: row.username,
      email: row.email,
      profile: { phone: row.phone, address: row.address, profile_image: row.profile_image },
    },
  };
}

/** Presents an order to its customer, and to staff on the order's own page. */
export function presentWhole(vault: Vault, row: OrderRow): Order {
  const order = present(vault, row, numbersOf(vault, row));
  const form = formOf(vault, row);
  return form ? { ...order, form } : order;
}

/** Presents an order to staff in lists: the same shape, with only the last four digits of each number. */
export function presentMasked(vault: Vault, row: OrderRow): Order {
  const pair = openPair(vault, row);
  const order = present(vault, row, {
    number: pair ? '' : maskNumber(row.number_last4),
    ten_digit_nid: pair ? maskNumber(pair.ten.slice(-4)) : null,
    seventeen_digit_nid: pair ? maskNumber(pair.seventeen.slice(-4)) : null,
  });
  const question = order.question && {
    ...order.question,
    text: maskNumbersIn(order.question.text),
    answer: order.question.answer === null ? null : maskNumbersIn(order.question.answer),
  };
  return {
    ...order,
    note: maskNumbersIn(order.note),
    staff_note: maskNumbersIn(order.staff_note),
    text_content: order.text_content === null ? null : maskNumbersIn(order.text_content),
    question,
    waiting: waitingFor(question),
  };
}

/** Presents the fields that only staff see. @param isWhole true on the order's own page */
function staffPart(vault: Vault, row: OrderRow, isWhole: boolean): Pick<Order, 'snooze' | 'tags'> {
  const { tags, snoozed_until: until, snooze_reason_sealed: sealed } = row;
  if (!until) return { snooze: null, tags };
  const reason = sealed ? vault.openText(sealed, textPurpose) : '';
  return { snooze: { until: until.toISOString(), reason: isWhole ? reason : maskNumbersIn(reason) }, tags };
}

export function createPresenter(vault: Vault) {
  return bindDeps(vault, { numbersOf, timelineWords, staffPart, whole: presentWhole, masked: presentMasked });
}
