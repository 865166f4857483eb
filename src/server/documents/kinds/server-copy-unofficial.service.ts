// Use case of the unofficial server copy, which is looked up by NID and birth date and printed at once.
import { documentKinds } from '#contract/documents/kinds.ts';
import type { UnofficialCopyType } from '#contract/documents/rules.ts';
import type { Lookups } from '../../registry/lookups.service.ts';
import type { DocumentCall, DocumentMaker } from '../make-document.ts';
import { unofficialCopyOf, unofficialRules } from './server-copy-unofficial.rules.ts';

export interface UnofficialQuestion {
  readonly nid: string;
  readonly date_of_birth: string;
  readonly type?: UnofficialCopyType | null | undefined;
  /** In paisa. */
  readonly shown_price?: bigint | null | undefined;
}

export function createUnofficial(maker: DocumentMaker, lookups: Lookups) {
  return {
    /**
     * Makes no lookup for a caller who can't pay.
     * @throws Fault `not_found`, `too_many_requests`, `registry_unavailable`, and those of `makeDocument`
     */
    create(call: DocumentCall, question: UnofficialQuestion) {
      return maker.make(call, {
        rules: unofficialRules,
        status: 200,
        shownPaisa: question.shown_price,
        async compose() {
          const { nid, date_of_birth: dateOfBirth } = question;
          const requester = {
            caller: call.caller,
            origin: call.origin,
            service: documentKinds.server_copy_unofficial.serviceCode,
          };
          const person = await lookups.getByNid(requester, nid, dateOfBirth);
          return unofficialCopyOf(person, question.type ?? 'OLD');
        },
        answer: ({ fileCode, verificationCode, openPath }) => ({
          file_code: fileCode,
          verification_code: verificationCode,
          open_path: openPath,
        }),
      });
    },
  };
}
