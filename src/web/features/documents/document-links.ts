// Where each kind of document is made, for the menu and the dashboard.
import { Baby, FileInput, IdCard, type LucideIcon, ReceiptText, ServerCog } from 'lucide-react';
import { type DocumentKind, documentKindNames, documentKinds } from '#contract/documents/kinds.ts';
import { useLanguage } from '../../lib/language.ts';

const icons: Readonly<Record<DocumentKind, LucideIcon>> = {
  nid: IdCard,
  birth: Baby,
  sign_to_server: FileInput,
  server_copy_unofficial: ServerCog,
  tin: ReceiptText,
};

export function useDocumentLinks() {
  const language = useLanguage();
  return documentKindNames.map((kind) => {
    const { page, offer } = documentKinds[kind];
    return { to: page, label: offer[language], icon: icons[kind] };
  });
}
