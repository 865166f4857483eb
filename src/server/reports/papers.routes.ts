import { papersEndpoints } from '#contract/reports/paper-calls.ts';
import { sendFile } from '../files/send-file.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import { sendTable } from '../platform/http/send-table.ts';
import type { Papers } from './papers.service.ts';

export function papersRoutes(binder: Binder, papers: Papers): void {
  bind(binder, papersEndpoints.receipt, async ({ caller, params, request, reply, ...origin }) =>
    sendFile(request, reply, await papers.receipt(caller, params.id, origin)),
  );
  bind(binder, papersEndpoints.statement, async ({ caller, query, request, reply, ...origin }) => {
    const chosen = { from: query.from, to: query.to, user: query.user };
    if (query.format === 'pdf')
      return sendFile(request, reply, await papers.statement(caller, chosen, origin));
    const { name, table } = await papers.statementTable(caller, chosen, origin);
    return sendTable(reply, name, table);
  });
}
