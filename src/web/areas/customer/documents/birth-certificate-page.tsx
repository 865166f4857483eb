import { Link, useParams } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { BirthForm } from '../../../features/documents/birth/birth-form.tsx';
import { EditBirthForm } from '../../../features/documents/birth/edit-birth-form.tsx';
import { RecordLoader } from '../../../features/documents/record/record-loader.tsx';
import { ServiceGate } from '../../../features/documents/service-gate.tsx';
import { useDocumentsText } from '../../../features/documents/text.ts';
import { call } from '../../../lib/api/api.ts';
import { useTitle } from '../../../ui/frame/title.ts';
import { useCustomerText } from '../text.ts';

export function NewBirthCertificatePage() {
  const { birth: text } = useDocumentsText();
  useTitle(text.title);
  return (
    <ServiceGate kind="birth" title={text.title} hint={text.hint}>
      {({ pricePaisa }) => <BirthForm pricePaisa={pricePaisa} />}
    </ServiceGate>
  );
}

export function EditBirthCertificatePage() {
  const documents = useDocumentsText();
  const text = documents.birth;
  const { id } = useParams({ from: '/app/edit-birth-certificate/$id' });
  useTitle(text.editTitle);
  return (
    <ServiceGate
      kind="birth"
      title={text.editTitle}
      hint={text.editHint}
      free={documents.correctionFree}
      above={<Breadcrumb here={text.editTitle} />}
    >
      {() => (
        <RecordLoader
          key={id}
          id={id}
          kind="birth"
          load={(record, signal) =>
            call('GET /account/new-birth-details/:id/', { params: { id: record }, signal })
          }
          invalidId={text.invalidId}
          failed={text.fetchFailed}
        >
          {(stored) => <EditBirthForm stored={stored} />}
        </RecordLoader>
      )}
    </ServiceGate>
  );
}

function Breadcrumb({ here }: { here: string }) {
  const documents = useDocumentsText();
  const { shell } = useCustomerText();
  const step = 'inline-flex min-h-11 items-center rounded-md text-accent-text underline underline-offset-4';
  return (
    <nav aria-label={documents.breadcrumb} className="mb-2 text-sm">
      <ol className="flex flex-wrap items-center gap-x-1">
        <li>
          <Link to="/app" className={step}>
            {shell.dashboard}
          </Link>
        </li>
        <li className="flex items-center gap-x-1">
          <ChevronRight className="size-4 text-muted" aria-hidden="true" />
          <Link to="/app/my-files" className={step}>
            {shell.myFiles}
          </Link>
        </li>
        <li className="flex items-center gap-x-1 text-muted" aria-current="page">
          <ChevronRight className="size-4" aria-hidden="true" />
          {here}
        </li>
      </ol>
    </nav>
  );
}
