// Wires up the wallet module: balances, recharges by staff, withdrawals.
import type { Notices } from '../notices/notices.service.ts';
import type { Base, Module } from '../platform/module.ts';
import type { Settings } from '../settings/settings.service.ts';
import { drawerRoutes } from './drawer/drawer.routes.ts';
import { createDrawers } from './drawer/drawer.service.ts';
import { walletRoutes } from './wallet.routes.ts';
import { createWallet, type WalletDeps } from './wallet.service.ts';

interface WalletModuleDeps extends Pick<WalletDeps, 'findPaid' | 'postRefund'> {
  readonly settings: Settings;
  readonly notices: Notices;
}

export function openWallet(
  { db, reading }: Base,
  { settings, notices, findPaid, postRefund }: WalletModuleDeps,
) {
  const wallet = createWallet({
    db,
    approvalSumPaisa: settings.approvalSumPaisa,
    cashLimits: settings.cashLimits,
    notices,
    findPaid,
    postRefund,
  });
  return {
    wallet,
    routes(binder) {
      walletRoutes(binder, wallet);
      drawerRoutes(binder, createDrawers({ db, reading }));
    },
  } satisfies Module & Record<string, unknown>;
}
