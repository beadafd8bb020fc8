import { z } from 'zod'
import type { AnyEndpoint } from '#platform/server/http/http.ts'

const RPC = 'POST /rpc/json-rpc/confluenceservice-v2'

/** Values that pass the checks of the calls, by the name of the parameter. */
export const VALUES: Readonly<Record<string, unknown>> = {
  key: 'QUOKKA',
  projectKey: 'QUOKKA',
  issueTypeId: '1',
  spaceKey: 'QUOKKA',
  username: 'quokka',
  name: 'quokka',
  group: 'confluence-users',
  groupName: 'confluence-users',
  cql: 'type = page',
  operation: 'read',
  type: 'page',
  position: 'append',
  size: '48',
  to: 'storage',
  version: 1,
  file: '1.json',
  filename: 'quokka.txt',
  fileName: 'quokka.txt',
  representation: 'storage',
  value: '<p/>',
  title: 'quokka',
  query: 'quokka',
  queryString: 'quokka',
  password: 'correct horse battery',
  newPassword: 'another horse battery',
  oldPassword: 'correct horse battery',
  email: 'a@example.org',
  sessionId: '0'.repeat(64),
  startVersion: 1,
  selectedPageVersions: 1,
  originalVersion: 1,
  revisedVersion: 2,
  applicationId: '00000000-0000-4000-8000-000000000000',
  applicationLinkID: '00000000-0000-4000-8000-000000000000',
  rpcUrl: 'https://jira.example.org',
  applicationType: 'jira',
  localType: 'confluence.space',
  linkUrl: 'https://board.example.org',
  localKey: 'QUOKKA',
  remoteType: 'jira.project',
  remoteKey: 'QUOKKA',
}
/** Calls for which a name has another meaning. */
const SPECIAL: Readonly<Record<string, Record<string, unknown>>> = {
  ...Object.fromEntries(
    ['PUT', 'POST'].map(method => [
      `${method} /rest/inlinecomments/1.0/comments/:id/resolve/:resolved/dangling/:dangling`,
      { resolved: true, dangling: false },
    ]),
  ),
  'GET /avatars/:userKey/:size/:file': { file: `${'0'.repeat(16)}.webp` },
  'POST /rest/oxbow/1.0/admin/test-mail': { to: 'a@example.org' },
  'POST /rest/api/content': { space: { key: 'QUOKKA' } },
  'PUT /rest/api/space/:spaceKey/color-scheme/type': { type: 'custom' },
  ...Object.fromEntries(
    ['POST /rest/api/webhooks', 'POST /rest/api/webhooks/test', 'PUT /rest/api/webhooks/:webhookId'].map(call => [
      call,
      { url: 'https://hooks.example.org/' },
    ]),
  ),
  'POST /rest/oxbow/1.0/spaces/:key/chat-rooms': { url: 'https://hooks.example.org/' },
  'PUT /rest/applinks/1.0/applicationlink': { id: null },
  'POST /rest/custom-apps/1.0/customapps': { url: 'https://wages.example.org' },
  'GET /plugins/pagetree/naturalchildren.action': { hasRoot: 'false', startDepth: 3 },
  'GET /rest/mywork/latest/notification': { after: 1 },
  'GET /rest/mywork/latest/notification/nested': { before: 1000 },
  'POST /plugins/drag-and-drop/upload.action': { chunk: 0, chunks: 2 },
  'POST /rpc/json-rpc/confluenceservice-v2/:method': { method: 'getPage' },
}

/**
 * A request that passes the checks of a call: the required parameters, and those whose name is among `values`.
 * @param values by the name of the parameter, e.g. {@link VALUES}; `id` represents ids without a separate value
 */
export function requestFor(endpoint: AnyEndpoint, values: Readonly<Record<string, unknown>>) {
  const known = { ...values, ...SPECIAL[`${endpoint.method} ${endpoint.path}`] }
  const path = endpoint.path.replace(/:(\w+)|\*/g, (_all, name = '*') =>
    encodeURIComponent(String(known[name] ?? known['id'])),
  )
  const query = fields(sample(endpoint.query, known))
  const url = `${path}?${query}`
  const headers = { 'x-atlassian-token': 'no-check' }
  if (endpoint.method === 'GET') return { path: url, body: undefined, headers: {} }
  if (endpoint.encoding === 'multipart') {
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.txt')
    return { path: url, body: form, headers }
  }
  if (endpoint.encoding === 'bytes') return { path: url, body: 'x', headers }
  const body = bodyFor(endpoint, known)
  return { path: url, body: endpoint.encoding === 'form' ? fields(body) : body, headers }
}

function bodyFor(endpoint: AnyEndpoint, known: Readonly<Record<string, unknown>>): unknown {
  const parameters = [known['id']]
  switch (`${endpoint.method} ${endpoint.path}`) {
    case RPC:
      return { jsonrpc: '2.0', id: 1, method: 'getPage', params: parameters }
    case `${RPC}/:method`:
      return parameters
    case 'DELETE /rest/tinymce/1/drafts/discard':
      return { pageId: known['id'] }
    default:
      return sample(endpoint.body, known)
  }
}

function fields(value: unknown): URLSearchParams {
  return new URLSearchParams(Object.entries(value ?? {}).map(([name, one]) => [name, String(one)]))
}

interface Schema {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  type?: string
}

/** Of each contract: tests ask for requests of the same calls with other values. */
const jsonSchemas = new WeakMap<z.ZodType, Schema>()

/** A value that fits: the required parts, and those that are known by name. */
function sample(schema: z.ZodType | undefined, known: Readonly<Record<string, unknown>>): unknown {
  if (!schema) return undefined
  const json = jsonSchemas.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
  jsonSchemas.set(schema, json)
  return fill(json, '', known)
}

function fill(schema: Schema, name: string, known: Readonly<Record<string, unknown>>): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? []
  if (first) return fill(first, name, known)
  if (schema.type === 'array') return [fill(schema.items ?? {}, name, known)]
  // Screens and some forms take whatever they are sent.
  const isOpen = !schema.properties && (schema.type === undefined || schema.type === 'object')
  if (name === '' && isOpen) return known
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([key]) => schema.required?.includes(key) || key in known)
        .map(([key, inner]) => [key, typeof known[key] === 'object' ? known[key] : fill(inner, key, known)]),
    )
  }
  if (schema.type === 'boolean') return true
  return schema.type === 'number' || schema.type === 'integer'
    ? Number(known[name] ?? 1) || 1
    : (known[name] ?? known['id'])
}
