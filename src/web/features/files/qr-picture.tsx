// A QR code as SVG; its library is loaded with the first one.
import { useQuery } from '@tanstack/react-query';
import { fetchCode } from '../../lib/loading/code.ts';
import { Skeleton } from '../../ui/states.tsx';
import { qrQuery } from './queries.ts';

interface Drawing {
  size: number;
  path: string;
}

async function drawQr(text: string): Promise<Drawing> {
  const { create } = await fetchCode(() => import('qrcode'));
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const squares: string[] = [];
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) squares.push(`M${x} ${y}h1v1h-1z`);
  return { size: modules.size, path: squares.join('') };
}

export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data } = useQuery(qrQuery(text, drawQr));
  if (!data) return <Skeleton className="mx-auto size-48" />;
  const size = data.size + 6;
  return (
    // White in dark mode too, because scanners need dark on light. Drawn as a shape, because browsers that darken pages turn a white background
    // black.
    <svg
      role="img"
      aria-label={label}
      viewBox={`-3 -3 ${size} ${size}`}
      className="mx-auto size-48 rounded-md"
      shapeRendering="crispEdges"
    >
      <rect x="-3" y="-3" width={size} height={size} fill="#fff" />
      <path d={data.path} fill="#000" />
    </svg>
  );
}
