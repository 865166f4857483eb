// An address inside an area that leads nowhere: shown in the area's frame, so that menu and balance stay.
import { FileQuestion } from 'lucide-react';
import { useTitle } from '../../ui/frame/title.ts';
import { EmptyState } from '../../ui/states.tsx';
import { usePublicText } from './text.ts';

export function UnknownPage() {
  const { notFound: text } = usePublicText();
  useTitle(text.title);
  return (
    <>
      <h1 className="sr-only">{text.title}</h1>
      <EmptyState title={text.title} hint={text.hint} icon={<FileQuestion />} />
    </>
  );
}
