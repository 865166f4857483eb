// All calls of the portal in one record; the web client takes their types, the server and the reference their values.
import { accountsEndpoints } from './accounts.ts';
import { birthEndpoints } from './birth.ts';
import { booksEndpoints } from './books.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { catalogueChangesEndpoints } from './catalogue-changes.ts';
import { documentsEndpoints } from './documents.ts';
import type { ByKey } from './endpoint.ts';
import { filesEndpoints } from './files.ts';
import { liveEndpoints } from './live.ts';
import { noticesEndpoints } from './notices.ts';
import { orderToolsEndpoints } from './order-tools.ts';
import { ordersEndpoints } from './orders.ts';
import { ownFilesEndpoints } from './own-files.ts';
import { papersEndpoints } from './papers.ts';
import { paymentDeskEndpoints } from './payment-desk.ts';
import { paymentsEndpoints } from './payments.ts';
import { peopleEndpoints } from './people.ts';
import { reportsEndpoints } from './reports.ts';
import { rightsEndpoints } from './rights.ts';
import { sandboxEndpoints } from './sandbox.ts';
import { searchEndpoints } from './search.ts';
import { securityEndpoints } from './security.ts';
import { settingsEndpoints } from './settings.ts';
import { sharesEndpoints } from './shares.ts';
import { systemEndpoints } from './system.ts';
import { viewsEndpoints } from './views.ts';
import { walletEndpoints } from './wallet.ts';

export const endpoints = {
  ...accountsEndpoints,
  ...securityEndpoints,
  ...peopleEndpoints,
  ...viewsEndpoints,
  ...walletEndpoints,
  ...settingsEndpoints,
  ...catalogueEndpoints,
  ...catalogueChangesEndpoints,
  ...documentsEndpoints,
  ...birthEndpoints,
  ...filesEndpoints,
  ...sharesEndpoints,
  ...ownFilesEndpoints,
  ...ordersEndpoints,
  ...orderToolsEndpoints,
  ...noticesEndpoints,
  ...papersEndpoints,
  ...paymentsEndpoints,
  ...paymentDeskEndpoints,
  ...reportsEndpoints,
  ...searchEndpoints,
  ...booksEndpoints,
  ...rightsEndpoints,
  ...liveEndpoints,
  ...sandboxEndpoints,
  ...systemEndpoints,
};

/** `'POST /token/'` → its declaration. */
export type Endpoints = ByKey<typeof endpoints>;
