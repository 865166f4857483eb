import { walletEndpoints } from '#contract/wallet/calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import type { Wallet } from './wallet.service.ts';

const messages = {
  waits: {
    bn: 'দ্বিতীয় একজন কর্মীর অনুমোদনের অপেক্ষায় রাখা হয়েছে',
    en: 'Waiting for a second member of staff to approve it',
  },
  recharged: { bn: 'রিচার্জ সফল হয়েছে', en: 'The recharge was made' },
  approved: { bn: 'লেনদেনটি অনুমোদন করা হয়েছে', en: 'The transaction was approved' },
  rejected: { bn: 'লেনদেনটি নাকচ করা হয়েছে', en: 'The transaction was refused' },
  takenBack: { bn: 'অনুরোধটি ফিরিয়ে নেওয়া হয়েছে', en: 'The request was taken back' },
  withdrawn: { bn: 'টাকা উত্তোলন সফল হয়েছে', en: 'The withdrawal was made' },
};

export function walletRoutes(binder: Binder, wallet: Wallet): void {
  bind(binder, walletEndpoints.summary, ({ caller }) => wallet.summary(caller.userId));
  bind(binder, walletEndpoints.cashLeft, ({ caller }) => wallet.cashLeft(caller));
  bind(binder, walletEndpoints.cashRequests, ({ query }) => wallet.listRequests(query.page, query.page_size));
  bind(binder, walletEndpoints.balanceOfUser, ({ query }) => wallet.balanceOf(query.user_id));
  bind(binder, walletEndpoints.heldOfUser, ({ params }) => wallet.heldOf(params.id));
  bind(binder, walletEndpoints.rechargeByStaff, ({ caller, body, idempotency, language }) =>
    wallet.rechargeByStaff(caller, body, idempotency, {
      done: messages.recharged[language],
      waits: messages.waits[language],
    }),
  );
  bind(binder, walletEndpoints.withdraw, ({ caller, body, idempotency, language }) =>
    wallet.withdraw(caller, body, idempotency, {
      done: messages.withdrawn[language],
      waits: messages.waits[language],
    }),
  );
  bind(binder, walletEndpoints.approve, ({ caller, params, idempotency, language }) =>
    wallet.approve(caller, params.id, idempotency, messages.approved[language]),
  );
  bind(binder, walletEndpoints.reject, ({ caller, params, idempotency, language }) =>
    wallet.reject(caller, params.id, idempotency, messages.rejected[language]),
  );
  bind(binder, walletEndpoints.takeBack, ({ caller, params, idempotency, language }) =>
    wallet.takeBack(caller, params.id, idempotency, messages.takenBack[language]),
  );
}
