// The front page with the catalogue's services in its HTML: rendered at build time and filled in here, so that a changed
// price shows on the next request. See docs/decisions/0012-front-page-live.md.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTaka, parseTaka } from '#contract/money.ts';
import { defaultSettings } from '#contract/settings/rules.ts';
import { escapeHtml, withShopName } from '../platform/http/escape-html.ts';

/** The build's `landing.json`: a rendered template for each kind of service. */
interface FrontPageTexts {
  automatic: string;
  byStaff: string;
  priceFrom: string;
  free: string;
}

interface ShownService {
  name: string;
  description: string;
  is_auto_service: boolean;
  price_from: string;
}

function renderService(texts: FrontPageTexts, service: ShownService): string {
  const pricePaisa = parseTaka(service.price_from) ?? 0n;
  const price = formatTaka(pricePaisa, 'bn');
  const values: Readonly<Record<string, string>> = {
    name: service.name,
    description: service.description,
    price:
      pricePaisa === 0n
        ? texts.free
        : service.is_auto_service
          ? price
          : texts.priceFrom.replace('{price}', price),
  };
  const template = service.is_auto_service ? texts.automatic : texts.byStaff;
  return template.replace(/\{(name|description|price)\}/g, (_, name: string) => escapeHtml(values[name]!));
}

/**
 * @param folder output of the client's build
 * @returns a function that renders the front page; undefined if the client wasn't built
 */
export function createFrontPage(
  folder: string,
  listServices: () => Promise<readonly ShownService[]>,
  shopName: () => Promise<{ bn: string }>,
): (() => Promise<string>) | undefined {
  const path = join(folder, 'landing.html');
  if (!existsSync(path)) return undefined;
  const page = readFileSync(path, 'utf8');
  const texts = JSON.parse(readFileSync(join(folder, 'landing.json'), 'utf8')) as FrontPageTexts;
  return async () => {
    const [services, name] = await Promise.all([listServices(), shopName()]);
    // The client starts from the same list. Browsers don't execute this script type.
    const data = JSON.stringify(services).replaceAll('<', '\\u003c');
    return withShopName(page, defaultSettings.shop.name_bn, name.bn)
      .replace('<!-- services -->', () => services.map((service) => renderService(texts, service)).join(''))
      .replace(
        '</body>',
        () => `<script type="application/json" id="services-data">${data}</script>\n  </body>`,
      );
  };
}
