// Shown where nothing could be loaded without a network. It says that the page will load when the network is back, and how to keep lists, balance and
// papers on the device.
import { Link } from '@tanstack/react-router';
import { connection, isWithoutNetwork } from '../../lib/loading/code.ts';
import { useStore } from '../../lib/store.ts';
import { useIsKeeping } from './kept/keeping.ts';
import { useDeviceText } from './text.ts';

export function OfflineAdvice() {
  const { offline: text } = useDeviceText();
  const isOffline = isWithoutNetwork(useStore(connection));
  const isKeeping = useIsKeeping();
  if (!isOffline) return null;
  return (
    <>
      <p className="max-w-sm text-muted">{text.comesBack}</p>
      {isKeeping ? null : (
        <p className="mt-3 max-w-sm">
          {text.advice}{' '}
          <Link
            to="/app/profile"
            search={{ tab: 'devices' }}
            className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
          >
            {text.adviceLink}
          </Link>
        </p>
      )}
    </>
  );
}
