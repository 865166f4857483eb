import { privacyEndpoints } from '#contract/privacy/calls.ts';
import { sendStream } from '../files/send-file.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind, originOf } from '../platform/http/bind.ts';
import { partBytes, type Rights } from './privacy.service.ts';

const erased = { bn: 'আপনার অ্যাকাউন্ট ও তথ্য মুছে ফেলা হয়েছে', en: 'Your account and data have been erased' };

export function privacyRoutes(binder: Binder, rights: Rights): void {
  bind(binder, privacyEndpoints.requestExport, ({ caller, request }) =>
    rights.request(caller, originOf(request)),
  );
  bind(binder, privacyEndpoints.exportState, ({ caller }) => rights.read(caller));
  bind(binder, privacyEndpoints.eraseAccount, async ({ caller, body, request, language }) => {
    await rights.erase(caller, body.current_password, originOf(request));
    return { message: erased[language] };
  });
  bind(binder, privacyEndpoints.openExport, async ({ caller, request, reply, reserveResponse }) => {
    // One part is read while the previous one is sent.
    reserveResponse(2 * partBytes);
    const archive = await rights.open(caller, originOf(request));
    return sendStream(request, reply, {
      ...archive,
      mediaType: 'application/zip',
      name: 'nothipotro-my-data.zip',
      isShown: false,
    });
  });
}
