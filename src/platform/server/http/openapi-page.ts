import { escapeHtml } from './markup.ts'
import type { OpenApiDocument, Operation } from './openapi.ts'

type Json = Record<string, unknown>

interface Row {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The interface for people: plain HTML without script, a search box, and the schemas folded under each call. */
export function docsPage(document: OpenApiDocument, wanted: string): string {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Row => ({ method: method.toUpperCase(), path, operation })),
  )
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = all.filter(row => {
    const text = `${row.method} ${row.path} ${row.operation.summary} ${row.operation.tags.join(' ')}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
  const tags = [...new Set(rows.flatMap(row => row.operation.tags))].sort()
  const found = words.length === 0 ? `${all.length} calls` : `${rows.length} of ${all.length} calls`
  const schemas = words.length > 0 ? '' : schemasSection(document.components.schemas)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST interface - Oxbow</title>
<link rel="stylesheet" href="/rest/api/docs/style.css">
</head>
<body>
<header>
<h1>REST interface</h1>
<p>Oxbow ${escapeHtml(String(document.info['version']))}. For programs: <a href="/rest/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<form action="/rest/api/docs" method="get" role="search">
<label for="q">Search calls</label>
<input id="q" name="q" type="search" maxlength="200" value="${escapeHtml(wanted)}">
<button type="submit">Search</button>
</form>
<p role="status">${found}</p>
</header>
<main>
${tags
  .map(tag =>
    tagSection(
      tag,
      rows.filter(row => row.operation.tags.includes(tag)),
    ),
  )
  .join('\n')}
${schemas}
</main>
</body>
</html>
`
}

function tagSection(tag: string, rows: readonly Row[]): string {
  const id = `tag-${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(tag)}</h2>${rows.map(callOf).join('')}</section>`
}

function callOf({ method, path, operation }: Row): string {
  const parts = [
    operation.parameters.length > 0 ? parameterTable(operation.parameters) : '',
    operation.requestBody ? `<h3>Body</h3>${contentOf(operation.requestBody)}` : '',
    ...Object.entries(operation.responses)
      .filter(([status]) => status !== 'default')
      .map(([status, response]) => `<h3>Answer ${escapeHtml(status)}</h3>${contentOf(response)}`),
  ]
  return (
    `<details id="${escapeHtml(operation.operationId)}"><summary><code class="method ${method.toLowerCase()}">${method}</code> ` +
    `<code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary)}</span></summary>${parts.join('')}</details>`
  )
}

function parameterTable(parameters: Operation['parameters']): string {
  const rows = parameters.map(
    parameter =>
      `<tr><th scope="row"><code>${escapeHtml(parameter.name)}</code></th>` +
      `<td>${parameter.in}${parameter.required ? ', required' : ''}</td>` +
      `<td>${escapeHtml(parameter.description ?? '')} ${schemaOf(parameter.schema)}</td></tr>`,
  )
  return (
    `<h3>Parameters</h3><table><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">Value</th></tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table>`
  )
}

function contentOf(part: Json): string {
  const content = part['content'] as Record<string, { schema: unknown }> | undefined
  if (!content) return '<p>No body.</p>'
  return Object.entries(content)
    .map(([type, { schema }]) => `<p>${escapeHtml(type)}</p>${schemaOf(schema)}`)
    .join('')
}

function schemasSection(schemas: Record<string, Json>): string {
  const entries = Object.entries(schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, schema]) =>
        `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${schemaOf(schema)}</details>`,
    )
  return `<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${entries.join('')}</section>`
}

function schemaOf(schema: unknown): string {
  const reference = typeof schema === 'object' && schema !== null ? (schema as Json)['$ref'] : undefined
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? ''
    return `<p><a href="/rest/api/docs#schema-${escapeHtml(name)}">${escapeHtml(name)}</a></p>`
  }
  return `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(schema, null, 2) ?? '')}</code></pre>`
}

export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 68rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
form { display: flex; gap: .5rem; align-items: center; flex-wrap: wrap; }
input, button { font: inherit; padding: .35rem .6rem; } input { flex: 1 1 16rem; max-width: 30rem; }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; margin: .35rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; overflow-wrap: anywhere; } summary span { margin-left: .5rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .87rem; }
pre { overflow: auto; max-height: 30rem; margin: .25rem 0; padding: .6rem; border-radius: 4px; background: color-mix(in srgb, currentColor 7%, transparent); }
.method { display: inline-block; min-width: 4rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; }
td pre { max-height: 10rem; }
`
