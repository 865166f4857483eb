// Every refusal has a code; the code fixes the HTTP status; the texts stand in error-texts.ts.

export const errorStatus = {
  // 400: the request is understood and wrong
  invalid_request: 400,
  malformed_json: 400,
  plain_navigation: 400,
  unknown_provider: 400,
  recharge_too_small: 400,
  bonus_mismatch: 400,
  settlement_unreadable: 400,
  settlement_columns: 400,
  settlement_line: 400,
  settlement_empty: 400,
  settlement_too_long: 400,
  statement_too_long: 400,
  foreign_link: 400,
  file_not_pdf: 400,
  file_encrypted: 400,
  file_broken: 400,
  file_too_many_pages: 400,
  file_too_large: 400,
  file_missing: 400,
  file_unreadable: 400,
  file_not_checked: 400,
  file_type_refused: 400,
  image_refused: 400,
  captcha_wrong: 400,
  challenge_failed: 400,
  sub_type_mismatch: 400,
  auto_service_not_orderable: 400,
  result_missing: 400,
  wrong_current_password: 400,
  wrong_code: 400,
  reset_link_dead: 400,
  confirmation_link_dead: 400,
  // 401
  not_signed_in: 401,
  invalid_credentials: 401,
  invalid_token: 401,
  second_factor_required: 401,
  // 402
  insufficient_balance: 402,
  // 403
  not_allowed: 403,
  view_read_only: 403,
  password_change_required: 403,
  email_unconfirmed: 403,
  second_factor_setup_required: 403,
  pin_required: 403,
  wrong_pin: 403,
  // 404
  not_found: 404,
  // 409
  wallet_inactive: 409,
  price_changed: 409,
  service_inactive: 409,
  idempotency_key_reused: 409,
  order_state_conflict: 409,
  order_taken_by_other: 409,
  not_an_operator: 409,
  reply_title_taken: 409,
  record_changed: 409,
  setting_changed: 409,
  setting_waiting: 409,
  four_eyes: 409,
  own_wallet: 409,
  not_independent: 409,
  asker_dismissed: 409,
  money_pending: 409,
  own_money_pending: 409,
  already_decided: 409,
  audit_running: 409,
  name_taken: 409,
  auto_service_has_none: 409,
  orders_pending: 409,
  wallet_not_empty: 409,
  not_yourself: 409,
  own_orders_pending: 409,
  own_wallet_not_empty: 409,
  staff_not_erased: 409,
  last_owner: 409,
  staff_not_viewed: 409,
  second_factor_on: 409,
  already_reversed: 409,
  already_resolved: 409,
  already_posted: 409,
  not_creditable: 409,
  refund_refused: 409,
  settlement_known: 409,
  settlement_no_payment: 409,
  settlement_still_open: 409,
  account_frozen: 409,
  // 413, 415, 429, 5xx
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  provider_unavailable: 502,
  registry_unavailable: 502,
  busy: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export type ErrorStatus = (typeof errorStatus)[ErrorCode];

/** Facts that an error's text may name; also sent to the client beside the text where the contract says so. */
export type ErrorFacts = Record<string, string | number>;

/** `{error, code}` for business rules, `{detail, code}` for access, absence, excess and faults. */
export function errorKey(status: number): 'error' | 'detail' {
  return status === 400 || status === 402 || status === 409 ? 'error' : 'detail';
}
