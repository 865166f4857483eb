// The first steps of an owner with a new shop, one after the other. Each is done here or one press away.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Circle, CircleCheckBig, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { FirstStep } from '#contract/checkup/calls.ts';
import type { FirstStepName } from '#contract/checkup/rules.ts';
import type { SettingKey } from '#contract/settings/rules.ts';
import { useFirstStepsText } from '../../features/checkup/first-steps/text.ts';
import { Progress } from '../../features/checkup/first-steps-card.tsx';
import { firstStepsQuery } from '../../features/checkup/queries.ts';
import { useCheckupText } from '../../features/checkup/text.ts';
import { LogoCard } from '../../features/settings/logo-card.tsx';
import { settingsQuery } from '../../features/settings/queries.ts';
import { SettingCard } from '../../features/settings/setting-card.tsx';
import { SettingHistory } from '../../features/settings/setting-history.tsx';
import { call } from '../../lib/api/api.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { Button, button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { Badge, Callout, Card, PageHeading } from '../../ui/surface.tsx';

const pollMs = 5_000;

const stateStyles = {
  done: { icon: CircleCheckBig, colour: 'text-good', tone: 'good' },
  confirmed: { icon: CircleCheckBig, colour: 'text-good', tone: 'good' },
  open: { icon: Circle, colour: 'text-muted', tone: 'neutral' },
  sandbox: { icon: FlaskConical, colour: 'text-warn', tone: 'warn' },
} as const;

const groupOf: Partial<Record<FirstStepName, SettingKey>> = {
  name: 'shop',
  contact: 'contact',
  opening: 'opening',
};
const pageOf = {
  prices: { to: '/admin/services' },
  second_factor: { to: '/admin/account', search: { tab: 'second' } },
  staff: { to: '/admin/users' },
} as const satisfies Partial<Record<FirstStepName, object>>;

const isLeft = ({ state }: FirstStep) => state === 'open' || state === 'sandbox';

/** The form or link for a step, or a note that it is done where the portal is installed. */
function StepWork({ step: { name, state }, mayChange }: { step: FirstStep; mayChange: boolean }) {
  const text = useFirstStepsText();
  const { id } = useUser();
  const [history, setHistory] = useState<SettingKey>();
  const { data } = useQuery(settingsQuery());
  if (name === 'logo') return <LogoCard mayChange={mayChange} />;
  const group = groupOf[name];
  const setting = data?.results.find(({ key }) => key === group);
  if (setting)
    return (
      <>
        <SettingCard setting={setting} mayChange={mayChange} onHistory={() => setHistory(setting.key)} />
        {history ? <SettingHistory group={history} onClose={() => setHistory(undefined)} /> : null}
      </>
    );
  const link = button({ variant: 'quiet' });
  if (name === 'owner')
    return (
      <Link to="/admin/user/details/$id" params={{ id: String(id) }} className={link}>
        {text.open.owner}
      </Link>
    );
  if (name in pageOf) {
    const linked = name as keyof typeof pageOf;
    return (
      <Link {...pageOf[linked]} className={link}>
        {text.open[linked]}
      </Link>
    );
  }
  return group || state === 'done' ? null : <p>{text.inFile}</p>;
}

interface StepProps {
  step: FirstStep;
  mayChange: boolean;
  isShown: boolean;
  onShow: () => void;
}

function Step({ step, mayChange, isShown, onShow }: StepProps) {
  const { name, state } = step;
  const { steps: text } = useCheckupText();
  const { hints } = useFirstStepsText();
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: (confirmed: boolean) =>
      call('PUT /account/first-steps/:name/', { params: { name }, body: { confirmed } }),
    onSuccess: (steps) => client.setQueryData(firstStepsQuery().queryKey, steps),
    onError: (error) => notify.error(errorMessage(error, text.saveFailed)),
  });
  const { icon: Icon, colour, tone } = stateStyles[state];
  const id = `step-${name}`;
  return (
    <li className="border-b border-line last:border-b-0">
      <h2>
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={onShow}
          className="flex min-h-14 w-full items-center gap-3 py-2 text-left"
        >
          <Icon className={`size-6 shrink-0 ${colour}`} aria-hidden="true" />
          <span className="min-w-0 flex-1 font-semibold">{text.names[name]}</span>
          <Badge tone={tone}>{text.states[state]}</Badge>
          <ChevronDown
            className={`size-5 shrink-0 text-muted ${isShown ? 'rotate-180' : ''}`}
            aria-hidden="true"
          />
        </button>
      </h2>
      <div id={id} hidden={!isShown} className="grid gap-4 pb-4">
        <p className="text-muted">{hints[name]}</p>
        {isShown ? <StepWork step={step} mayChange={mayChange} /> : null}
        {mayChange && state !== 'done' ? (
          <div>
            <Button
              variant={state === 'confirmed' ? 'bare' : 'quiet'}
              size="small"
              busy={confirm.isPending}
              onClick={() => confirm.mutate(state !== 'confirmed')}
            >
              {state === 'confirmed' ? text.reopen : text.confirm}
            </Button>
          </div>
        ) : null}
      </div>
    </li>
  );
}

export function FirstStepsPage() {
  const { steps: text } = useCheckupText();
  const format = useFormat();
  const { roles } = useUser();
  const mayChange = hasRight(roles, 'settings.manage');
  const [chosen, setChosen] = useState<FirstStepName | 'none'>();
  useTitle(text.title);
  const { data, isPending, isError, refetch } = useQuery(firstStepsQuery(pollMs));
  // Stays on the step that the owner is working on: it does not close when it is done.
  const [first, setFirst] = useState<FirstStepName>();
  const next = data?.results.find(isLeft)?.name;
  if (first === undefined && next !== undefined) setFirst(next);
  const shown = chosen ?? first;
  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      {isPending ? (
        <SkeletonRows rows={8} />
      ) : isError && !data ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : (
        <>
          {data.left === 0 ? (
            <Callout tone="good" className="mb-4">
              <p className="font-semibold">{text.ready}</p>
              <p>{text.readyHint}</p>
            </Callout>
          ) : null}
          <Card>
            <p className="text-muted">
              {text.progress(format.count(data.count - data.left), format.count(data.count))}
            </p>
            <Progress done={data.count - data.left} all={data.count} />
            <ol className="mt-2">
              {data.results.map((step) => (
                <Step
                  key={step.name}
                  step={step}
                  mayChange={mayChange}
                  isShown={shown === step.name}
                  onShow={() => setChosen(shown === step.name ? 'none' : step.name)}
                />
              ))}
            </ol>
          </Card>
        </>
      )}
    </>
  );
}
