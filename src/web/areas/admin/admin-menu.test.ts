// The titles in the menu are loaded without the texts of its pages, and match the pages' own titles.
import { describe, expect, it } from 'vitest';
import { accountsStaffBn } from '../../features/accounts/staff/text-bn.ts';
import { accountsStaffEn } from '../../features/accounts/staff/text-en.ts';
import { catalogueBn } from '../../features/catalogue/text-bn.ts';
import { catalogueEn } from '../../features/catalogue/text-en.ts';
import { checkupBn } from '../../features/checkup/text-bn.ts';
import { checkupEn } from '../../features/checkup/text-en.ts';
import { filesStaffBn } from '../../features/files/staff-text-bn.ts';
import { filesStaffEn } from '../../features/files/staff-text-en.ts';
import { ordersStaffBn } from '../../features/orders/staff/text-bn.ts';
import { ordersStaffEn } from '../../features/orders/staff/text-en.ts';
import { reportsBn } from '../../features/reports/text-bn.ts';
import { reportsEn } from '../../features/reports/text-en.ts';
import { settingsBn } from '../../features/settings/text-bn.ts';
import { settingsEn } from '../../features/settings/text-en.ts';
import { drawerBn } from '../../features/wallet/drawer/text-bn.ts';
import { drawerEn } from '../../features/wallet/drawer/text-en.ts';
import { walletStaffBn } from '../../features/wallet/staff-text-bn.ts';
import { walletStaffEn } from '../../features/wallet/staff-text-en.ts';
import { adminBn } from './text-bn.ts';
import { adminEn } from './text-en.ts';

describe.each([
  {
    menu: adminBn.menu,
    ...{ accounts: accountsStaffBn, catalogue: catalogueBn, checkup: checkupBn, copies: filesStaffBn },
    ...{ orders: ordersStaffBn, reports: reportsBn, settings: settingsBn, wallet: walletStaffBn },
    drawer: drawerBn,
  },
  {
    menu: adminEn.menu,
    ...{ accounts: accountsStaffEn, catalogue: catalogueEn, checkup: checkupEn, copies: filesStaffEn },
    ...{ orders: ordersStaffEn, reports: reportsEn, settings: settingsEn, wallet: walletStaffEn },
    drawer: drawerEn,
  },
])(
  'the menu ($menu.settings)',
  ({ menu, accounts, catalogue, checkup, copies, drawer, orders, reports, settings, wallet }) => {
    it('calls its pages as they call themselves', () => {
      expect(menu).toMatchObject({
        day: reports.dayPage.title,
        myWork: orders.myWork.title,
        history: orders.history.title,
        copies: copies.title,
        services: catalogue.title,
        replies: orders.replies.title,
        recharges: wallet.recharges.title,
        drawer: drawer.title,
        accounts: reports.accounts.title,
        approvals: wallet.approvals.title,
        roles: accounts.roleTable.title,
        settings: settings.settings.title,
        checkup: checkup.checkup.title,
        jobs: settings.jobs.title,
      });
    });
  },
);
