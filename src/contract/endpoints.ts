// All endpoints of the portal in one record. The web client uses their types, the server and the API reference their values.
import { accountsEndpoints } from './accounts/calls.ts';
import { impersonationEndpoints } from './accounts/impersonation-calls.ts';
import { userNotesEndpoints } from './accounts/note-calls.ts';
import { securityEndpoints } from './accounts/security-calls.ts';
import { userEndpoints } from './accounts/user-calls.ts';
import { backupEndpoints } from './backup/calls.ts';
import { catalogueEndpoints } from './catalogue/calls.ts';
import { catalogueChangesEndpoints } from './catalogue/change-calls.ts';
import { formsEndpoints } from './catalogue/form-calls.ts';
import { checkupEndpoints } from './checkup/calls.ts';
import { birthEndpoints } from './documents/birth-calls.ts';
import { documentsEndpoints } from './documents/calls.ts';
import { copyUploadEndpoints } from './documents/copy-upload-calls.ts';
import { recordEndpoints } from './documents/record-calls.ts';
import type { ByKey } from './endpoint.ts';
import { filesEndpoints } from './files/calls.ts';
import { ownFilesEndpoints } from './files/detail-calls.ts';
import { sharesEndpoints } from './files/share-calls.ts';
import { jobEndpoints } from './jobs.ts';
import { liveEndpoints } from './live/calls.ts';
import { noticesEndpoints } from './notices/calls.ts';
import { attachmentsEndpoints } from './orders/attachment-calls.ts';
import { ordersEndpoints } from './orders/calls.ts';
import { checksEndpoints } from './orders/check-calls.ts';
import { notesEndpoints } from './orders/note-calls.ts';
import { outagesEndpoints } from './orders/outage-calls.ts';
import { questionsEndpoints } from './orders/question-calls.ts';
import { refundsEndpoints } from './orders/refund-calls.ts';
import { snoozeEndpoints } from './orders/snooze-calls.ts';
import { tagEndpoints } from './orders/tag-calls.ts';
import { orderToolsEndpoints } from './orders/tool-calls.ts';
import { viewEndpoints } from './orders/view-calls.ts';
import { paymentsEndpoints } from './payments/calls.ts';
import { paymentOperationEndpoints } from './payments/operation-calls.ts';
import { privacyEndpoints } from './privacy/calls.ts';
import { accountEndpoints } from './reports/account-calls.ts';
import { booksEndpoints } from './reports/book-calls.ts';
import { reportsEndpoints } from './reports/calls.ts';
import { dayEndpoints } from './reports/day-calls.ts';
import { papersEndpoints } from './reports/paper-calls.ts';
import { searchEndpoints } from './reports/search-calls.ts';
import { sandboxEndpoints } from './sandbox.ts';
import { settingsEndpoints } from './settings/calls.ts';
import { systemEndpoints } from './system.ts';
import { walletEndpoints } from './wallet/calls.ts';
import { drawerEndpoints } from './wallet/drawer-calls.ts';

/** By area of the portal, as the API reference shows them. */
export const endpointsByArea = {
  accounts: {
    ...accountsEndpoints,
    ...securityEndpoints,
    ...userEndpoints,
    ...userNotesEndpoints,
    ...impersonationEndpoints,
  },
  catalogue: { ...catalogueEndpoints, ...catalogueChangesEndpoints, ...formsEndpoints },
  orders: {
    ...ordersEndpoints,
    ...attachmentsEndpoints,
    ...questionsEndpoints,
    ...refundsEndpoints,
    ...checksEndpoints,
    ...notesEndpoints,
    ...snoozeEndpoints,
    ...tagEndpoints,
    ...viewEndpoints,
    ...orderToolsEndpoints,
    ...outagesEndpoints,
  },
  documents: { ...documentsEndpoints, ...copyUploadEndpoints, ...recordEndpoints, ...birthEndpoints },
  files: { ...filesEndpoints, ...ownFilesEndpoints, ...sharesEndpoints },
  wallet: { ...walletEndpoints, ...drawerEndpoints, ...papersEndpoints },
  payments: { ...paymentsEndpoints, ...paymentOperationEndpoints },
  notices: { ...noticesEndpoints, ...liveEndpoints },
  privacy: privacyEndpoints,
  reports: {
    ...reportsEndpoints,
    ...accountEndpoints,
    ...dayEndpoints,
    ...searchEndpoints,
    ...booksEndpoints,
  },
  shop: { ...settingsEndpoints, ...checkupEndpoints, ...backupEndpoints, ...jobEndpoints },
  system: { ...systemEndpoints, ...sandboxEndpoints },
};

export const endpoints = {
  ...endpointsByArea.accounts,
  ...endpointsByArea.catalogue,
  ...endpointsByArea.orders,
  ...endpointsByArea.documents,
  ...endpointsByArea.files,
  ...endpointsByArea.wallet,
  ...endpointsByArea.payments,
  ...endpointsByArea.notices,
  ...endpointsByArea.privacy,
  ...endpointsByArea.reports,
  ...endpointsByArea.shop,
  ...endpointsByArea.system,
};

/** `'POST /token/'` → its declaration. */
export type Endpoints = ByKey<typeof endpoints>;
