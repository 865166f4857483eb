// The reference as a page for people. It has no script: what is closed is a <details>, which a browser's own search opens.
import { isFile } from '#contract/endpoint.ts';
import { errorPattern } from '#contract/error-texts.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { escapeHtml } from '../escape-html.ts';
import { bodyOf, calls, type JsonSchema, jsonSchema, parametersOf } from './open-api.ts';
import { type Area, accessWords, areaTitles, conventions } from './words.ts';

const style = `
:root { color-scheme: light dark; --paper: #fbfaf7; --surface: #fff; --sunken: #f2f1ec; --line: #dedcd3; --ink: #1d2b2d; --muted: #56656a; --accent: #00595c; --ribbon: #fdeecb; --on-ribbon: #6b4a00; }
@media (prefers-color-scheme: dark) { :root { --paper: #101719; --surface: #182124; --sunken: #212b2e; --line: #344044; --ink: #ebe9e3; --muted: #a8b3ad; --accent: #6cc9c5; --ribbon: #3d2f14; --on-ribbon: #f4cf8a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--accent); }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
aside { padding: 0.25rem 1rem; background: var(--ribbon); color: var(--on-ribbon); text-align: center; font-size: 0.875rem; }
header, main, nav { padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { margin: 0; line-height: 1.2; }
h2 { margin: 2.5rem 0 0.75rem; line-height: 1.3; }
h3 { margin: 1.25rem 0 0.25rem; font-size: 1rem; }
p, ul, dl { margin: 0.5rem 0; max-width: 46rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.35rem 0; }
dt { margin-top: 0.75rem; font-weight: 600; }
dd { margin: 0; }
.calls { border: 1px solid var(--line); border-radius: 0.5rem; background: var(--surface); overflow: hidden; }
.calls > details + details { border-top: 1px solid var(--line); }
summary { padding: 0.6rem 1rem; cursor: pointer; }
summary:hover { background: var(--sunken); }
summary > span { display: block; color: var(--muted); }
summary b { color: var(--accent); }
.call { padding: 0 1rem 1rem; border-top: 1px solid var(--line); }
.fields { padding-left: 1.1rem; }
.fields .fields { border-left: 1px solid var(--line); list-style: none; padding-left: 0.9rem; }
.kind { color: var(--muted); }
@media (min-width: 64rem) {
  .page { display: grid; grid-template-columns: 17rem minmax(0, 60rem); column-gap: 2rem; max-width: 84rem; margin: 0 auto; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; align-self: start; padding-top: 2.5rem; }
  nav ul { display: block; }
}`;

const marked = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const limitsOf = ({ maxLength, maxItems, minimum, maximum }: JsonSchema): string =>
  [
    maxLength === undefined ? '' : `, at most ${maxLength} characters`,
    maxItems === undefined ? '' : `, at most ${maxItems}`,
    minimum === undefined ? '' : `, from ${minimum}`,
    maximum === undefined ? '' : `, to ${maximum}`,
  ].join('');

function kindOf(schema: JsonSchema): string {
  const { type, enum: values, anyOf, items, nullable, additionalProperties } = schema;
  const kind = () => {
    if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
    if (anyOf) return [...new Set(anyOf.map(kindOf))].join(' | ');
    if (items) return `list of ${kindOf(items)}`;
    if (typeof additionalProperties === 'object') return `by key: ${kindOf(additionalProperties)}`;
    return type ?? 'anything';
  };
  return `${kind()}${limitsOf(schema)}${nullable ? ' | null' : ''}`;
}

/** What has members of its own within a schema: an object, each of a list, each of several kinds. */
const objectsIn = ({
  properties,
  items,
  anyOf = [],
  additionalProperties,
  ...schema
}: JsonSchema): JsonSchema[] => [
  ...(properties ? [{ ...schema, properties }] : []),
  ...[items, ...anyOf, additionalProperties].flatMap((one) =>
    typeof one === 'object' ? objectsIn(one) : [],
  ),
];

/** @param isSent of what is sent the required members are marked, of what is answered those that may be missing */
function fieldList(schema: JsonSchema, isSent: boolean): string {
  return objectsIn(schema)
    .map(({ properties = {}, required = [] }) => {
      const rows = Object.entries(properties).map(([name, field]) => {
        const isRequired = required.includes(name);
        const mark =
          isSent && isRequired ? ', <b>required</b>' : !isSent && !isRequired ? ', not always' : '';
        const about = field.description ? `: ${marked(field.description)}` : '';
        return `<li><code>${escapeHtml(name)}</code> <span class="kind">${escapeHtml(kindOf(field))}</span>${mark}${about}${fieldList(field, isSent)}</li>`;
      });
      return rows.length === 0 ? '' : `<ul class="fields">${rows.join('')}</ul>`;
    })
    .join('');
}

function parameterList(endpoint: (typeof calls)[number]['endpoint'], where: 'path' | 'query'): string {
  const found = parametersOf(endpoint).filter((one) => one.in === where);
  const properties = Object.fromEntries(found.map(({ name, schema }) => [name, schema]));
  const required = found.filter((one) => one.required).map(({ name }) => name);
  return fieldList({ properties, required }, true);
}

function answerOf({ output, status = 200 }: (typeof calls)[number]['endpoint']): string {
  if (isFile(output)) {
    const types = output.mediaTypes
      .map((type) => `<code>${type === '*' ? 'any type' : type}</code>`)
      .join(' or ');
    return `<p>${status}, ${types}${output.note ? `: ${escapeHtml(output.note)}` : ''}</p>`;
  }
  const schema = jsonSchema(output, 'output');
  const kind = schema.properties ? '' : `, <span class="kind">${escapeHtml(kindOf(schema))}</span>`;
  return `<p>${status}${kind}${schema.description ? `: ${escapeHtml(schema.description)}` : ''}</p>${fieldList(schema, false)}`;
}

const refusalLink = (code: ErrorCode) => `<a href="#${code}">${errorStatus[code]} ${code}</a>`;

function callSection({ name, endpoint }: (typeof calls)[number]): string {
  const part = (title: string, list: string) => (list === '' ? '' : `<h3>${title}</h3>${list}`);
  const own = new Set<ErrorCode>(endpoint.errors ?? []);
  // What is particular to the call comes first.
  const refusals = refusalsOf(endpoint).sort((a, b) => Number(own.has(b)) - Number(own.has(a)));
  const bodyTitle = endpoint.multipart
    ? 'Form (multipart/form-data; a part <code>data</code> may hold fields as JSON)'
    : 'Body';
  return `<details id="${name}"><summary><code><b>${endpoint.methods.join(' · ')}</b> ${escapeHtml(endpoint.path)}</code><span>${marked(endpoint.summary)}</span></summary>
<div class="call"><p>Open to ${accessWords(endpoint)}.${endpoint.idempotent ? ' Honours <a href="#conventions"><code>Idempotency-Key</code></a>.' : ''}</p>
${part('In the path', parameterList(endpoint, 'path'))}${part('Query', parameterList(endpoint, 'query'))}${part(bodyTitle, fieldList(bodyOf(endpoint), true))}
<h3>Answer</h3>${answerOf(endpoint)}
<h3>Refusals</h3><p>${refusals.map(refusalLink).join(' · ')}</p></div></details>`;
}

export function referencePage(version: string, isSandbox: boolean): string {
  const areas = Object.keys(areaTitles) as Area[];
  const codes = [...new Set(calls.flatMap(({ endpoint }) => refusalsOf(endpoint)))].sort(
    (a, b) => errorStatus[a] - errorStatus[b] || a.localeCompare(b),
  );
  const links = [
    ['conventions', 'Conventions'],
    ...areas.map((area) => [`area-${area}`, areaTitles[area]]),
    ['refusals', 'All refusals'],
  ];
  const sections = areas.map(
    (area) =>
      `<section><h2 id="area-${area}">${areaTitles[area]}</h2><div class="calls">${calls
        .filter((call) => call.area === area)
        .map(callSection)
        .join('\n')}</div></section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Nothipotro API</title><style>${style}</style></head><body>
${isSandbox ? '<aside>Trial mode: no real money, no real data</aside>' : ''}<div class="page"><header><h1>Nothipotro API</h1><p>Version ${version}. For tools: <a href="/docs/openapi.json">OpenAPI 3.0</a>.</p></header>
<nav aria-label="Contents"><ul>${links.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul></nav>
<main><section><h2 id="conventions">Conventions</h2><dl>${conventions.map(({ title, text }) => `<dt>${title}</dt><dd>${marked(text)}</dd>`).join('')}</dl></section>
${sections.join('\n')}
<section><h2 id="refusals">All refusals</h2><dl>${codes.map((code) => `<dt id="${code}">${errorStatus[code]} <code>${code}</code></dt><dd>${escapeHtml(errorPattern(code, 'en'))}</dd>`).join('')}</dl></section></main></div></body></html>`;
}
