import { sandboxEndpoints } from '#contract/sandbox.ts';
import { Fault } from '../platform/fault.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import { shownPeople } from './synthetic.ts';

export function registryRoutes(binder: Binder, isSynthetic: boolean): void {
  bind(binder, sandboxEndpoints.sandboxPeople, async () => {
    if (!isSynthetic) throw new Fault('not_found');
    return shownPeople.map((person) => ({
      nid: person.nid,
      date_of_birth: person.dateOfBirth,
      tin: person.tin,
      mobile: person.mobile,
      birth_certificate_no: person.birthCertificateNo,
      name_bangla: person.nameBn.normalize('NFC'),
      name_english: person.nameEn,
    }));
  });
}
