import { copyUploadEndpoints } from '#contract/documents/copy-upload-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Documents } from '../documents.service.ts';

export function copyUploadsRoutes(binder: Binder, { uploads, readNid, readSignCopy }: Documents): void {
  bind(binder, copyUploadEndpoints.startCopy, ({ caller, body }) => uploads.start(caller, body.byte_size));
  bind(binder, copyUploadEndpoints.arrivedCopy, ({ caller, params }) => uploads.get(caller, params.id));
  bind(binder, copyUploadEndpoints.sendCopyPart, ({ caller, params, body, file }) =>
    uploads.addPart(caller, params.id, body.offset, file),
  );
  bind(binder, copyUploadEndpoints.removeCopy, ({ caller, params }) => uploads.remove(caller, params.id));
  bind(binder, copyUploadEndpoints.readNidCopy, ({ caller, params, reserveMemory }) =>
    uploads.read(caller, params.id, reserveMemory, (file) => readNid(caller, file)),
  );
  bind(binder, copyUploadEndpoints.readSignCopy, ({ caller, params, reserveMemory }) =>
    uploads.read(caller, params.id, reserveMemory, (file) => readSignCopy(caller, file)),
  );
}
