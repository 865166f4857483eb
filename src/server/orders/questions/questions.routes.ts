import { questionsEndpoints } from '#contract/orders/question-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Questions } from './questions.service.ts';

export function questionsRoutes(binder: Binder, questions: Questions): void {
  bind(binder, questionsEndpoints.askQuestion, ({ caller, params, body, idempotency }) =>
    questions.ask(caller, params.id, body, idempotency),
  );
  bind(binder, questionsEndpoints.moveDue, ({ caller, params, body, idempotency }) =>
    questions.moveDue(caller, params.id, new Date(body.due_on), body.reason, idempotency),
  );
  bind(binder, questionsEndpoints.withdrawQuestion, ({ caller, params }) =>
    questions.withdraw(caller, params.id),
  );
  bind(binder, questionsEndpoints.answerQuestion, ({ caller, params, body, file, idempotency }) =>
    questions.answer(caller, params.id, body, file, idempotency),
  );
}
