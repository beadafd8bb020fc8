import type { Json, OpenApiDocument, Operation } from '../openapi-document.ts'

interface Row {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

interface RestDocsViewProps {
  document: OpenApiDocument
  /** Search words. */
  wanted: string
}

/** The REST interface: its calls by tag, and its schemas. */
export function RestDocsView({ document, wanted }: RestDocsViewProps) {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Row => ({ method: method.toUpperCase(), path, operation })),
  )
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = all.filter(row => {
    const text = `${row.method} ${row.path} ${row.operation.summary} ${row.operation.tags.join(' ')}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
  const tags = [...new Set(rows.flatMap(row => row.operation.tags))].sort()
  return (
    <>
      <header>
        <h1>REST interface</h1>
        <p>
          {`Oxbow ${String(document.info['version'])}. For programs: `}
          <a href="/rest/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
        </p>
        <form action="/rest/api/docs" method="get" role="search">
          <label htmlFor="q">Search calls</label>
          <input id="q" name="q" type="search" maxLength={200} defaultValue={wanted} />
          <button type="submit">Search</button>
        </form>
        <p role="status">{words.length === 0 ? `${all.length} calls` : `${rows.length} of ${all.length} calls`}</p>
      </header>
      <main>
        {tags.map(tag => (
          <TagView key={tag} tag={tag} rows={rows.filter(row => row.operation.tags.includes(tag))} />
        ))}
        {words.length === 0 && <SchemasView schemas={document.components.schemas} />}
      </main>
    </>
  )
}

function TagView({ tag, rows }: { tag: string; rows: readonly Row[] }) {
  const id = `tag-${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{tag}</h2>
      {rows.map(row => (
        <CallView key={`${row.method} ${row.path}`} {...row} />
      ))}
    </section>
  )
}

function CallView({ method, path, operation }: Row) {
  return (
    <details id={operation.operationId}>
      <summary>
        <code className={`method ${method.toLowerCase()}`}>{method}</code> <code>{path}</code>{' '}
        <span>{operation.summary}</span>
      </summary>
      {operation.parameters.length > 0 && <ParametersView parameters={operation.parameters} />}
      {operation.requestBody && (
        <>
          <h3>Body</h3>
          <BodyView part={operation.requestBody} />
        </>
      )}
      {Object.entries(operation.responses).map(
        ([status, response]) =>
          status !== 'default' && (
            <div key={status}>
              <h3>{`Answer ${status}`}</h3>
              <BodyView part={response} />
            </div>
          ),
      )}
    </details>
  )
}

function ParametersView({ parameters }: Pick<Operation, 'parameters'>) {
  return (
    <>
      <h3>Parameters</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Where</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(parameter => (
            <tr key={`${parameter.in} ${parameter.name}`}>
              <th scope="row">
                <code>{parameter.name}</code>
              </th>
              <td>{`${parameter.in}${parameter.required ? ', required' : ''}`}</td>
              <td>
                {parameter.description} <SchemaView schema={parameter.schema} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Body of the request, by its media types. */
function BodyView({ part }: { part: Json }) {
  const content = part['content'] as Record<string, { schema: unknown }> | undefined
  if (!content) return <p>No body.</p>
  return Object.entries(content).map(([type, { schema }]) => (
    <div key={type}>
      <p>{type}</p>
      <SchemaView schema={schema} />
    </div>
  ))
}

function SchemasView({ schemas }: { schemas: Record<string, Json> }) {
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return (
    <section aria-labelledby="schemas">
      <h2 id="schemas">Schemas</h2>
      {sorted.map(([name, schema]) => (
        <details key={name} id={`schema-${name}`}>
          <summary>
            <code>{name}</code>
          </summary>
          <SchemaView schema={schema} />
        </details>
      ))}
    </section>
  )
}

function SchemaView({ schema }: { schema: unknown }) {
  const reference = typeof schema === 'object' && schema !== null ? (schema as Json)['$ref'] : undefined
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? ''
    return (
      <p>
        <a href={`/rest/api/docs#schema-${name}`}>{name}</a>
      </p>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard as well
    <pre tabIndex={0}>
      <code>{JSON.stringify(schema, null, 2)}</code>
    </pre>
  )
}
