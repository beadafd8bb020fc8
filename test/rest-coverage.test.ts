import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'

interface Operation {
  method: string
  path: string
}

/** Operations of the REST interface of Confluence Data Center 10.0.0, one in a line: method and path. */
function readOperations(): Operation[] {
  return readFileSync(join(import.meta.dirname, 'rest-operations.txt'), 'utf8')
    .trim()
    .split('\n')
    .map(line => {
      const [method = '', path = ''] = line.split(' ')
      return { method, path }
    })
}

/** Names of placeholders differ; their meaning does not. */
const shapeOf = ({ method, path }: Operation) => `${method} ${path.replace(/\{\w+\}|:\w+/g, '{}')}`

function group({ path }: Operation): string {
  return path.replace('/rest/api/', '').split('/')[0] ?? ''
}

function table(operations: readonly Operation[], answered: ReadonlySet<string>): string {
  const lines = operations.map(
    operation => `| ${operation.method} | \`${operation.path}\` | ${answered.has(shapeOf(operation)) ? 'yes' : 'no'} |`,
  )
  const missing = operations.filter(operation => !answered.has(shapeOf(operation)))
  const groups = new Map<string, number>()
  for (const operation of missing) groups.set(group(operation), (groups.get(group(operation)) ?? 0) + 1)
  const list = [...groups].map(([name, count]) => `\`${name}\` (${count})`).join(', ')
  return `# REST coverage

The REST interface of Confluence Data Center 10.0.0 has ${operations.length} operations. Oxbow answers ${operations.length - missing.length} of them.
${missing.length === 0 ? '' : `\nNot answered: ${list}.\n`}
This page is made from the calls that the features register, and held against them by \`test/rest-coverage.test.ts\`; \`vitest run test/rest-coverage -u\` writes it anew. Calls beyond this list (JSON-RPC, forms, addresses of pages, the calls of our own screens) are in the OpenAPI document of a running wiki.

| method | path | answered |
| --- | --- | --- |
${lines.join('\n')}
`
}

it('keeps docs/developers/rest-coverage.md true', async () => {
  const wiki = await startTestWiki('sqlite', features)
  try {
    const answered = new Set(wiki.app.http.addresses.map(shapeOf))
    const operations = readOperations()
    expect(new Set(operations.map(shapeOf)).size).toBe(163)
    await expect(table(operations, answered)).toMatchFileSnapshot('../docs/developers/rest-coverage.md')
  } finally {
    await wiki.close()
  }
})
