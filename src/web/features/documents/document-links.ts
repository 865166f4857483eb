// The page on which each kind of document is made, for the menu and the dashboard.
import { Baby, FileInput, IdCard, type LucideIcon, ReceiptText, ServerCog } from 'lucide-react';
import {
  type DocumentKind,
  type DocumentKinds,
  documentKindNames,
  documentKinds,
} from '#contract/documents/kinds.ts';
import { useLanguage } from '../../lib/language.ts';

const icons: Readonly<Record<DocumentKinds[DocumentKind]['icon'], LucideIcon>> = {
  card: IdCard,
  child: Baby,
  form: FileInput,
  server: ServerCog,
  receipt: ReceiptText,
};

export function useDocumentLinks() {
  const language = useLanguage();
  return documentKindNames.map((kind) => {
    const { page, offer, icon } = documentKinds[kind];
    return { to: page, label: offer[language], icon: icons[icon] };
  });
}
