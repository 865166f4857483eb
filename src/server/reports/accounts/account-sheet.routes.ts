import { accountEndpoints } from '#contract/reports/account-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import { sendTable } from '../../platform/http/send-table.ts';
import type { createAccountSheets } from './account-sheet.service.ts';

export function accountSheetRoutes(binder: Binder, sheets: ReturnType<typeof createAccountSheets>): void {
  bind(binder, accountEndpoints.accounts, ({ query, language }) => sheets.accounts(query, language));
  bind(binder, accountEndpoints.accountSheet, ({ query, language }) => sheets.sheet(query, language));
  bind(binder, accountEndpoints.exportAccountSheet, async ({ caller, query, reply, ...origin }) => {
    const { name, table } = await sheets.exportTable(caller, query, origin);
    return sendTable(reply, name, table);
  });
}
