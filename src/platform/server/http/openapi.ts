import { hash } from 'node:crypto'
import { z } from 'zod'
import type { App } from '../app.ts'
import { version } from '../package.ts'
import { DEFAULT_BODY_LIMIT } from './create.ts'
import { JSON_TYPE, type AnyEndpoint } from './http.ts'
import { DOCS_STYLE, docsPage } from './openapi-page.ts'

type Json = Record<string, unknown>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: Json
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Json
  readonly responses: Record<string, Json>
}

/** An OpenAPI 3.1 document, as far as we write it. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: Json
  readonly servers: readonly Json[]
  readonly security: readonly Json[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { schemas: Record<string, Json>; securitySchemes: Json }
}

const BODY_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  bytes: 'application/octet-stream',
} as const

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['statusCode', 'data', 'message', 'reason'],
  properties: {
    statusCode: { type: 'integer' },
    data: {
      type: 'object',
      required: ['authorized', 'valid', 'allowedInReadOnlyMode', 'errors', 'successful'],
      properties: {
        authorized: { type: 'boolean' },
        valid: { type: 'boolean' },
        allowedInReadOnlyMode: { type: 'boolean' },
        errors: {
          type: 'array',
          items: { type: 'object', properties: { message: { type: 'object', properties: { translation: { type: 'string' } } } } },
        },
        successful: { type: 'boolean' },
      },
    },
    message: { type: 'string', description: 'What is wrong, where, and how to mend it' },
    reason: { type: 'string', description: 'Reason phrase of the status' },
  },
}

/** Describes every registered call from its contract. */
export function openApiDocument(endpoints: readonly AnyEndpoint[], baseUrl: string): OpenApiDocument {
  const schemas = new Schemas()
  const paths: Record<string, Record<string, Operation>> = {}
  const used = new Set<string>()
  for (const endpoint of [...endpoints].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    const path = templateOf(endpoint.path)
    const operations = (paths[path] ??= {})
    operations[endpoint.method.toLowerCase()] ??= operationOf(endpoint, path, schemas, used)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Oxbow',
      version,
      description: 'Lists are paged by `start` and `limit`; `expand` names what to include; errors are of one shape.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ basic: [] }, { token: [] }, { session: [] }, {}],
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA, ...schemas.named },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        token: { type: 'http', scheme: 'bearer', description: 'A personal access token' },
        session: { type: 'apiKey', in: 'cookie', name: 'JSESSIONID', description: 'The session of a signed-in browser' },
      },
    },
  }
}

/** `/a/:id(\\d+)/*` → `/a/{id}/{path}` */
function templateOf(path: string): string {
  return path.replace(/:(\w+)(?:\([^)]*\))?\??/g, '{$1}').replace(/\*/g, '{path}')
}

function operationOf(endpoint: AnyEndpoint, path: string, schemas: Schemas, used: Set<string>): Operation {
  const operationId = uniqueId(endpoint.method, path, used)
  const body = endpoint.body && schemas.convert(endpoint.body, operationId, 'input')
  const answer = endpoint.response && schemas.convert(endpoint.response, operationId, 'output')
  const type = BODY_TYPES[endpoint.encoding ?? 'json']
  const parsed = endpoint.encoding === undefined || endpoint.encoding === 'json' || endpoint.encoding === 'form'
  const limit = endpoint.bodyLimit ?? (parsed ? DEFAULT_BODY_LIMIT : undefined)
  return {
    operationId,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    parameters: [
      ...pathParameters(path, endpoint, schemas, operationId),
      ...parametersOf(endpoint.query, 'query', schemas, operationId),
    ],
    ...(body ? { requestBody: {
      required: true,
      ...(limit === undefined ? {} : { description: `At most ${limit} bytes` }),
      content: { [type]: { schema: body } },
    } } : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'Success',
        ...(answer ? { content: { 'application/json': { schema: answer } } } : {}),
      },
      default: { description: 'Error', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  }
}

function uniqueId(method: string, path: string, used: Set<string>): string {
  const words = path.replace(/^\/rest\/api/, '').replace(/\{(\w+)\}/g, 'by-$1').split(/[^A-Za-z0-9]+/).filter(Boolean)
  const base = method.toLowerCase() + words.map(word => word[0]?.toUpperCase() + word.slice(1)).join('')
  let id = base
  for (let n = 2; used.has(id); n++) id = `${base}${n}`
  used.add(id)
  return id
}

/** Every placeholder is a parameter, whether or not the contract gives it a schema. */
function pathParameters(path: string, endpoint: AnyEndpoint, schemas: Schemas, operationId: string): Parameter[] {
  const described = new Map(parametersOf(endpoint.params, 'path', schemas, operationId).map(entry => [entry.name, entry]))
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    ({ name, in: 'path', schema: { type: 'string' }, ...described.get(name), required: true }))
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query', schemas: Schemas, operationId: string): Parameter[] {
  if (!schema) return []
  const object = schemas.resolve(schemas.convert(schema, operationId, 'input'))
  const properties = (object['properties'] ?? {}) as Record<string, Json>
  const required = new Set((object['required'] ?? []) as string[])
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required.has(name),
    ...(typeof description === 'string' ? { description } : {}),
    schema: rest,
  }))
}

/** Turns zod schemas into JSON schemas; those with an `id` in their metadata become components. */
class Schemas {
  readonly named: Record<string, Json> = {}

  convert(schema: z.ZodType, operationId: string, io: 'input' | 'output'): Json {
    const { $defs, ...root } = z.toJSONSchema(schema, {
      target: 'draft-2020-12', io, unrepresentable: 'any', cycles: 'ref', reused: 'inline',
    }) as Json & { $defs?: Record<string, Json> }
    const names = new Map<string, string>()
    for (const [name, definition] of Object.entries($defs ?? {})) names.set(name, this.#nameFor(name, definition, operationId, io))
    const self = `${operationId}${io === 'input' ? 'Input' : 'Output'}`
    const rewrite = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(rewrite)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).filter(([key]) => key !== '$schema').map(([key, inner]) =>
        key === '$ref' && typeof inner === 'string' ? [key, pointer(inner, names, self)] : [key, rewrite(inner)]))
    }
    for (const [name, definition] of Object.entries($defs ?? {})) this.named[names.get(name) ?? name] = rewrite(definition) as Json
    const result = rewrite(root) as Json
    if (!JSON.stringify(result).includes(`"#/components/schemas/${self}"`)) return result
    this.named[self] = result
    return { $ref: `#/components/schemas/${self}` }
  }

  /** Follows a reference to its component. */
  resolve(schema: Json): Json {
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
    return name === undefined ? schema : (this.named[name] ?? {})
  }

  /** One entity may look different as input and as output; the two then bear two names. */
  #nameFor(name: string, definition: Json, operationId: string, io: 'input' | 'output'): string {
    const wanted = name.startsWith('__') ? `${operationId}${name.replace(/^_+/, '_')}` : name
    const before = this.named[wanted]
    if (!before || JSON.stringify(before) === JSON.stringify(definition).replaceAll('#/$defs/', '#/components/schemas/')) return wanted
    return `${wanted}${io === 'input' ? 'Input' : 'Output'}`
  }
}

function pointer(reference: string, names: ReadonlyMap<string, string>, self: string): string {
  if (reference === '#') return `#/components/schemas/${self}`
  const name = reference.replace(/^#\/\$defs\//, '')
  return `#/components/schemas/${names.get(name) ?? name}`
}

/** `/rest/api/openapi.json` and the same for people, `/rest/api/docs`. Made once, from what is registered. */
export function openApiCalls(app: App): void {
  const { fastify } = app.http
  const anyone = { config: { anonymous: true } }
  const cacheControl = 'no-cache'
  let made: { document: OpenApiDocument; text: string; etag: string } | undefined
  const describe = () => {
    if (!made || made.document.servers[0]?.['url'] !== app.baseUrl) {
      const document = openApiDocument(app.http.endpoints, app.baseUrl)
      const text = JSON.stringify(document)
      made = { document, text, etag: `"${hash('sha256', text, 'base64url').slice(0, 27)}"` }
    }
    return made
  }
  fastify.get('/rest/api/openapi.json', anyone, (_request, reply) => {
    const { text, etag } = describe()
    return reply.headers({ 'content-type': JSON_TYPE, 'cache-control': cacheControl, etag }).send(text)
  })
  fastify.get('/rest/api/docs', anyone, (request, reply) => {
    const { q } = request.query as { q?: string | string[] }
    const wanted = String(q ?? '').slice(0, 200)
    return reply.headers({
      'content-type': 'text/html;charset=UTF-8',
      'cache-control': cacheControl,
      'content-security-policy': "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    }).send(docsPage(describe().document, wanted))
  })
  fastify.get('/rest/api/docs/style.css', anyone, (_request, reply) =>
    reply.headers({ 'content-type': 'text/css;charset=UTF-8', 'cache-control': 'max-age=3600' }).send(DOCS_STYLE))
}
