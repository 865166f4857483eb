// A file that another app shared with the portal: asks which form it is for.
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { FileInput, FileQuestion, IdCard, Trash2 } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { discardSharedFile, findSharedFile, handOverFile } from '../../features/device/shared/shared-file.ts';
import { useSharedFileText } from '../../features/device/shared/text.ts';
import { useFormat } from '../../lib/format.ts';
import { Button, button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { Callout, Card, PageHeading } from '../../ui/surface.tsx';

interface Choice {
  to: NonNullable<LinkProps['to']>;
  label: string;
  hint?: string;
  icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>;
}

export function SharedFilePage() {
  const text = useSharedFileText();
  const asked = new URLSearchParams(window.location.search);
  const lost = asked.get('lost');
  const [file, setFile] = useState<File | 'none'>();
  const hints: Record<string, string> = { kind: text.lostKind, size: text.lostSize, site: text.lostSite };
  useTitle(text.title);
  useEffect(() => {
    findSharedFile().then(
      (found) => setFile(found ?? 'none'),
      () => setFile('none'),
    );
  }, []);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading title={text.title} hint={file instanceof File ? text.hint : undefined} />
      <Card>
        {file === undefined ? (
          <SkeletonRows rows={3} />
        ) : file === 'none' || lost !== null ? (
          <EmptyState title={text.none} hint={hints[lost ?? ''] ?? text.noneHint} icon={<FileQuestion />}>
            <Link to="/app/new-nid" className={button({ variant: 'quiet' })}>
              {text.nid}
            </Link>
          </EmptyState>
        ) : (
          <Choices file={file} hadOthers={asked.has('others')} />
        )}
      </Card>
    </div>
  );
}

function Choices({ file, hadOthers }: { file: File; hadOthers: boolean }) {
  const text = useSharedFileText();
  const format = useFormat();
  const navigate = useNavigate();
  const isPdf = file.type === 'application/pdf';
  const choices: Choice[] = isPdf
    ? [
        { to: '/app/new-nid', label: text.nid, hint: text.nidHint, icon: IdCard },
        { to: '/app/sign2server', label: text.signToServer, hint: text.signHint, icon: FileInput },
      ]
    : [{ to: '/app/new-nid', label: text.nidPhoto, icon: IdCard }];
  const size = format.count(Math.max(1, Math.round(file.size / 1024)));

  async function choose(to: Choice['to']) {
    await discardSharedFile();
    handOverFile(file);
    await navigate({ to });
  }
  return (
    <div className="space-y-3">
      <p className="text-muted">{isPdf ? text.pdf(size) : text.picture(size)}</p>
      {hadOthers ? <Callout tone="warn">{text.onlyFirst}</Callout> : null}
      <Callout tone="warn">{text.own}</Callout>
      {choices.map(({ to, label, hint, icon: Icon }) => (
        <Button
          key={label}
          variant="soft"
          size="large"
          wide
          className="justify-start text-start"
          onClick={() => void choose(to)}
        >
          <Icon className="size-6 shrink-0" aria-hidden="true" />
          <span>
            <span className="block">{label}</span>
            {hint ? <span className="block text-sm font-normal text-muted">{hint}</span> : null}
          </span>
        </Button>
      ))}
      <Button
        variant="bare"
        wide
        onClick={() => void discardSharedFile().then(() => navigate({ to: '/app' }))}
      >
        <Trash2 className="size-5" aria-hidden="true" />
        {text.drop}
      </Button>
    </div>
  );
}
